import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tenant } from '../kernel/auth-context.js';
import { classifyDriverError } from '../errors/driver-errors.js';
import { LoggableError } from '../kernel/platform-error.js';
import { TenantDataKeyEntity } from '../metadata/entities/tenant.entities.js';
import type { KeyPurpose, TenantKeyStore, WrappedKey } from './tenant-keys.js';

/** Wrapped tenant keys in the metadata store. */
@Injectable()
export class MetadataTenantKeyStore implements TenantKeyStore {
  constructor(private readonly dataSource: DataSource) {}

  async list(tenant: Tenant, purpose: KeyPurpose): Promise<readonly WrappedKey[]> {
    const rows = await this.withoutDriverErrors(() =>
      this.dataSource.getRepository(TenantDataKeyEntity).find({
        where: { clientId: tenant.clientId, dataEnv: tenant.dataEnv, purpose },
        order: { generation: 'DESC' },
      }),
    );
    return rows.map((row) => ({ keyId: row.keyId, wrapped: row.wrappedKey, providerId: row.providerId }));
  }

  /** Ids of the providers that the stored keys of all tenants were wrapped by. */
  async providerIds(): Promise<readonly string[]> {
    const rows = await this.withoutDriverErrors(() =>
      this.dataSource
        .getRepository(TenantDataKeyEntity)
        .createQueryBuilder('key')
        .select('DISTINCT key.provider_id', 'providerId')
        .getRawMany<{ providerId: string }>(),
    );
    return rows.map((row) => row.providerId);
  }

  /** The primary key lets one of several processes make the first key; all of them go on with that one. */
  async insertFirst(tenant: Tenant, purpose: KeyPurpose, key: WrappedKey): Promise<WrappedKey> {
    await this.withoutDriverErrors(() =>
      this.dataSource
        .createQueryBuilder()
        .insert()
        .into(TenantDataKeyEntity)
        .values({
          clientId: tenant.clientId,
          dataEnv: tenant.dataEnv,
          purpose,
          generation: 1,
          keyId: key.keyId,
          wrappedKey: key.wrapped,
          providerId: key.providerId,
        })
        .orIgnore()
        .execute(),
    );
    const first = (await this.list(tenant, purpose)).at(-1);
    return first ?? key;
  }

  /** The keys' error becomes the cause of a logged one, so the driver's SQL and parameters end here. */
  private async withoutDriverErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const fault = classifyDriverError(error);
      throw fault ? new LoggableError(`metadata store: ${fault.kind} ${fault.code ?? ''}`) : error;
    }
  }
}
