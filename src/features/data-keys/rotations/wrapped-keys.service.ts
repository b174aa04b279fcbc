import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { KeyProviders } from '../../../core/privacy/providers/key-providers.js';
import { TenantKeys, type KeyPurpose } from '../../../core/privacy/keys/tenant-keys.js';
import { KeyUnavailableError } from '../../../core/privacy/privacy.errors.js';
import { systemContext, type AuthContext } from '../../../core/shared/auth-context.js';
import { DATA_KEY_ACTIONS } from '../data-keys.audit.js';
import { KEYS_BY_PROVIDER, KEYS_TO_WRAP, STORE_WRAPPED, TENANTS_TO_WRAP } from './wrapped-keys.queries.js';

interface KeyRow {
  readonly purpose: KeyPurpose;
  readonly key_id: string;
  readonly wrapped_key: Buffer;
  readonly provider_id: string;
}

export interface WrappingProgress {
  readonly tenants: number;
  readonly of: number;
  readonly wrapped: number;
}

/** The data keys as the providers of master keys have wrapped them (privacy 6.10). */
@Injectable()
export class WrappedKeys {
  constructor(
    private readonly keys: TenantKeys,
    private readonly providers: KeyProviders,
    private readonly metadata: MetadataStore,
    private readonly system: SystemQueries,
  ) {}

  get currentProvider(): string {
    return this.providers.current.id;
  }

  byProvider(): Promise<{ provider_id: string; keys: number }[]> {
    return this.system.query(KEYS_BY_PROVIDER, []);
  }

  /**
   * Has the current provider wrap every key that another one has wrapped, tenant by tenant. After an interruption, the next call continues.
   * @returns how many keys could not be unwrapped
   * @throws 503 of the metadata store
   */
  async wrapAll(onTenant: (progress: WrappingProgress) => void): Promise<number> {
    const tenants = await this.system.tenants(TENANTS_TO_WRAP, [this.currentProvider]);
    let wrapped = 0;
    let failed = 0;
    for (const [index, tenant] of tenants.entries()) {
      const of = await this.wrapOf(systemContext(tenant, 'admin'));
      wrapped += of.wrapped;
      failed += of.failed;
      onTenant({ tenants: index + 1, of: tenants.length, wrapped });
    }
    return failed;
  }

  private async wrapOf(auth: AuthContext): Promise<{ wrapped: number; failed: number }> {
    const rows = await this.metadata.read(auth, (db) =>
      db.query<KeyRow>(KEYS_TO_WRAP, [this.currentProvider]),
    );
    const again: unknown[][] = [];
    for (const row of rows) {
      const { purpose, key_id: keyId, wrapped_key: wrapped, provider_id: providerId } = row;
      try {
        const key = await this.keys.wrapAgain(auth, purpose, { keyId, wrapped, providerId });
        again.push([purpose, keyId, wrapped, key.wrapped, key.providerId]);
      } catch (error) {
        if (!(error instanceof KeyUnavailableError)) throw error;
      }
    }
    const stored = await this.metadata.transaction(auth, async (tx) => {
      let count = 0;
      for (const values of again) count += (await tx.query(STORE_WRAPPED, values)).length;
      if (count > 0)
        await tx.auditDone(DATA_KEY_ACTIONS.wrappedAgain, { keys: count, provider: this.currentProvider });
      return count;
    });
    return { wrapped: stored, failed: rows.length - again.length };
  }
}
