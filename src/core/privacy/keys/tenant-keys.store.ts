import { Injectable } from '@nestjs/common';
import { systemContext, type Tenant } from '../../shared/auth-context.js';
import { classifyDriverError } from '../../database/driver/driver-errors.js';
import { LoggableError, PlatformError } from '../../shared/platform-error.js';
import { MetadataStore } from '../../database/metadata/metadata-store.js';
import { SystemQueries } from '../../database/metadata/system-queries.js';
import { INSERT_FIRST_KEY, KEY_PROVIDERS, TENANT_KEYS } from './tenant-keys.queries.js';
import type { KeyPurpose, TenantKeyStore, WrappedKey } from './tenant-keys.js';

interface KeyRow {
  key_id: string;
  wrapped_key: Buffer;
  provider_id: string;
}

@Injectable()
export class MetadataTenantKeyStore implements TenantKeyStore {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly reads: SystemQueries,
  ) {}

  async list(tenant: Tenant, purpose: KeyPurpose): Promise<readonly WrappedKey[]> {
    const rows = await this.withoutDriverErrors(() =>
      this.metadata.read(tenant, (db) => db.query<KeyRow>(TENANT_KEYS, [purpose])),
    );
    return rows.map((row) => ({ keyId: row.key_id, wrapped: row.wrapped_key, providerId: row.provider_id }));
  }

  async providerIds(): Promise<readonly string[]> {
    const rows = await this.withoutDriverErrors(() =>
      this.reads.query<{ provider_id: string }>(KEY_PROVIDERS, []),
    );
    return rows.map((row) => row.provider_id);
  }

  /** The primary key lets one of several processes create the first key; all use that one. */
  async insertFirst(tenant: Tenant, purpose: KeyPurpose, key: WrappedKey): Promise<WrappedKey> {
    const values = [purpose, key.keyId, key.wrapped, key.providerId];
    await this.withoutDriverErrors(() =>
      this.metadata.transaction(systemContext(tenant, 'tenant-keys'), (tx) =>
        tx.query(INSERT_FIRST_KEY, values),
      ),
    );
    const first = (await this.list(tenant, purpose)).at(-1);
    return first ?? key;
  }

  /**
   * Keeps the driver's SQL and parameters from the logs: the original error becomes the cause of
   * the logged one.
   */
  private async withoutDriverErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const fault = classifyDriverError(error instanceof PlatformError ? error.cause : error);
      throw fault ? new LoggableError(`metadata store: ${fault.kind} ${fault.code ?? ''}`) : error;
    }
  }
}
