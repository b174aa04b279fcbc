import { randomBytes } from 'node:crypto';
import { KeyProviders } from '../../src/core/privacy/providers/key-providers.js';
import type { Tenant } from '../../src/core/shared/auth-context.js';
import type { TestApp } from './app.js';

/**
 * Gives a tenant a second matching key. It becomes the current one once processes forget the keys
 * they cached: after five minutes.
 */
export async function newMatchingKey(test: TestApp, { clientId, dataEnv }: Tenant): Promise<void> {
  const provider = test.app.get(KeyProviders).current;
  const context = { client_id: clientId, data_env: dataEnv, purpose: 'matching' };
  await test.world.sql(
    `INSERT INTO tenant_data_keys (client_id, data_env, purpose, generation, key_id, wrapped_key, provider_id)
     VALUES ($1, $2, 'matching', 2, 'second', $3, $4)`,
    [clientId, dataEnv, await provider.wrap(randomBytes(32), context), provider.id],
  );
}
