import type {
  EntityManager,
  EntityTarget,
  FindOptionsOrder,
  FindOptionsWhere,
  QueryDeepPartialEntity,
} from 'typeorm';
import type { Tenant } from '../../shared/auth-context.js';

export interface TenantRow {
  clientId: string;
  dataEnv: string;
}

/** A tenant's row without the columns that the repository fills in. */
type Own<E extends TenantRow> = Omit<E, keyof TenantRow>;

export type Operate = <T>(operation: (manager: EntityManager) => Promise<T>) => Promise<T>;

interface FindOptions<E extends TenantRow> {
  readonly order?: FindOptionsOrder<E>;
  readonly take?: number;
}

/**
 * The rows of one entity that belong to one tenant, which is part of every criterion. There is
 * deliberately no save(): it could overwrite another tenant's row.
 */
export class ScopedRepository<E extends TenantRow> {
  constructor(
    private readonly operate: Operate,
    private readonly entity: EntityTarget<E>,
    private readonly tenant: Tenant,
  ) {}

  findOne(where: FindOptionsWhere<Own<E>>): Promise<E | null> {
    return this.operate((manager) =>
      manager.getRepository(this.entity).findOne({ where: this.scoped(where) }),
    );
  }

  find(where: FindOptionsWhere<Own<E>>, options: FindOptions<E> = {}): Promise<E[]> {
    return this.operate((manager) =>
      manager.getRepository(this.entity).find({ where: this.scoped(where), ...options }),
    );
  }

  async insert(values: QueryDeepPartialEntity<Own<E>>): Promise<void> {
    await this.operate((manager) => manager.getRepository(this.entity).insert(this.owned(values)));
  }

  /** @returns how many rows changed; 0 is the caller's 404 or 409 */
  async update(where: FindOptionsWhere<Own<E>>, values: QueryDeepPartialEntity<Own<E>>): Promise<number> {
    const result = await this.operate((manager) =>
      manager.getRepository(this.entity).update(this.scoped(where), withoutTenant(values)),
    );
    return result.affected ?? 0;
  }

  /** @returns how many rows were deleted */
  async delete(where: FindOptionsWhere<Own<E>>): Promise<number> {
    const result = await this.operate((manager) =>
      manager.getRepository(this.entity).delete(this.scoped(where)),
    );
    return result.affected ?? 0;
  }

  /** Inserts under the tenant's own ids, even if the values name another tenant. */
  private owned(values: QueryDeepPartialEntity<Own<E>>): QueryDeepPartialEntity<E> {
    const { clientId, dataEnv } = this.tenant;
    return { ...values, clientId, dataEnv } as unknown as QueryDeepPartialEntity<E>;
  }

  private scoped(where: FindOptionsWhere<Own<E>>): FindOptionsWhere<E> {
    return {
      ...where,
      clientId: this.tenant.clientId,
      dataEnv: this.tenant.dataEnv,
    };
  }
}

/** A row never changes its tenant, so the login does not need the right to change it. */
function withoutTenant<E extends TenantRow>(
  values: QueryDeepPartialEntity<Own<E>>,
): QueryDeepPartialEntity<E> {
  const { clientId: _, dataEnv: __, ...own } = values as QueryDeepPartialEntity<TenantRow>;
  return own;
}
