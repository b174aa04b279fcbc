import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { admitLogins, prepareDatabases } from '../../tools/dev/postgres/databases.ts';
import { startEmbeddedPostgres } from '../../tools/dev/postgres/embedded-postgres.ts';
import { startIdentityProvider } from '../../tools/dev/identity/identity-provider.ts';
import { ensureMasterKey, loadSecrets } from '../../tools/dev/secrets.ts';
import { REGISTRY } from '../../src/app.module.js';
import { migrateAll } from '../../src/operations/migrate-all.js';
import { scratchFolder } from './scratch.js';

/**
 * The fixture of every test file: a server with migrated databases to copy, and a provider whose
 * keys it may sign with.
 */
export interface Fixture {
  readonly superuserUrl: string;
  readonly metadataUrl: string;
  readonly workerMetadataUrl: string;
  readonly operatorMetadataUrl: string;
  readonly storeUrls: Readonly<Record<string, string>>;
  readonly ownerUrl: string;
  readonly masterKeyFile: string;
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  readonly signingKey: { readonly pem: string; readonly kid: string };
  /**
   * The folder into which the first file that needs the service compiles it; it does not exist
   * before that.
   */
  readonly buildFolder: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    fixture: Fixture;
  }
}

/**
 * One PostgreSQL and one identity provider for the whole run, on free ports and in a folder that is
 * removed. The first project that has a test to run starts them.
 */
export default async function setup(project: TestProject): Promise<void | (() => Promise<void>)> {
  if ('fixture' in project.getProvidedContext()) return;
  const dataDir = await scratchFolder();
  // If root runs the tests, PostgreSQL runs under another account, which needs access.
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), fast: true });
  const databases = await prepareDatabases(server, loadSecrets(join(dataDir, 'secrets.json')));
  await migrateAll(databases.migration, REGISTRY, () => undefined);
  await admitLogins(server);

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  const jwk = { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', kid, alg: 'RS256', use: 'sig' };
  const identity = await startIdentityProvider({ accounts: [], jwks: { keys: [jwk] } });
  const masterKeyFile = join(dataDir, 'master.key');
  ensureMasterKey(masterKeyFile);

  project.vitest.provide('fixture', {
    superuserUrl: server.superuserUrl('postgres'),
    metadataUrl: databases.metadataUrl,
    workerMetadataUrl: databases.workerMetadataUrl,
    operatorMetadataUrl: databases.operatorMetadataUrl,
    storeUrls: Object.fromEntries(databases.tenantStoreUrls),
    ownerUrl: databases.migration.metadataOwnerUrl,
    masterKeyFile,
    issuer: identity.issuer,
    audience: identity.audience,
    jwksUrl: identity.jwksUrl,
    signingKey: { pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), kid },
    buildFolder: join(dataDir, 'built'),
  });
  return async () => {
    await identity.stop();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
