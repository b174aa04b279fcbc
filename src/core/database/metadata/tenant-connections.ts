import { Inject, Injectable } from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { tenantKey, type Tenant } from '../../shared/auth-context.js';
import { CONTENDED_SECONDS, KeyedLimiter, unavailableWithoutSlot } from '../../shared/keyed-limiter.js';
import type { Statement } from '../driver/bound-statement.js';
import { destroySocket } from '../driver/socket-of.js';
import type { MetadataClient } from './metadata-client.js';
import type { TransactionMode } from './metadata-opening.js';
import { MetadataPool } from './metadata-pool.js';

// A tenant that edits many projects at once gets half of the connections, so that others need not
// wait.
const TENANT_SHARE = 0.5;

export interface TenantTransaction {
  readonly manager: EntityManager;
  readonly query: <R extends object>(statement: Statement) => Promise<R[]>;
}

/**
 * Connections that are bound to a tenant while they are leased. Row-level security compares every
 * row with that binding, which ends with the transaction, so a forgotten filter returns nothing.
 */
@Injectable()
export class TenantConnections {
  readonly contendedMs: number;
  private readonly shares: KeyedLimiter;

  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: MetadataPool,
    @Inject(SETTINGS) { metadata }: Pick<Settings, 'metadata'>,
  ) {
    this.contendedMs = metadata.contendedMs;
    const perKey = Math.max(1, Math.floor(pool.options.max * TENANT_SHARE));
    this.shares = new KeyedLimiter({ perKey, waitMs: this.contendedMs });
  }

  /** One statement in its own transaction: one round trip. */
  async query<R extends object>(tenant: Tenant, statement: Statement): Promise<R[]> {
    const client = await this.pool.connect();
    client.bindStatements(tenant);
    try {
      return (await client.query<R>(statement)).rows;
    } finally {
      client.unbind();
      client.release();
    }
  }

  /** One operation of TypeORM; each statement that it sends is bound separately. */
  operate<T>(tenant: Tenant, operation: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.lease(async (manager, client) => {
      client.bindStatements(tenant);
      return operation(manager);
    });
  }

  /**
   * Runs `work` in one transaction and commits it; its first statement includes BEGIN. A tenant has
   * a share of the connections; its further transactions wait without a connection.
   * @throws 503 if too many of the tenant's transactions wait
   */
  transaction<T>(
    tenant: Tenant,
    work: (tx: TenantTransaction) => Promise<T>,
    mode: TransactionMode = 'write',
  ): Promise<T> {
    return this.shares
      .run(tenantKey(tenant), () => this.inTransaction(tenant, work, mode))
      .catch(unavailableWithoutSlot(CONTENDED_SECONDS));
  }

  private inTransaction<T>(
    tenant: Tenant,
    work: (tx: TenantTransaction) => Promise<T>,
    mode: TransactionMode,
  ): Promise<T> {
    return this.lease(async (manager, client) => {
      client.beginTransaction(tenant, mode);
      let hasEnded = false;
      // Once the transaction has ended, the client may serve another tenant; a late statement would
      // run as that tenant.
      const query = async <R extends object>(statement: Statement): Promise<R[]> => {
        if (hasEnded) throw new Error('The work used its transaction after it had ended.');
        return (await client.query<R>(statement)).rows;
      };
      try {
        const result = await work({ manager, query }).finally(() => (hasEnded = true));
        await client.finish('COMMIT');
        return result;
      } catch (error) {
        // A connection that cannot even roll back must not be reused.
        await client.finish('ROLLBACK').catch(() => destroySocket(client));
        throw error;
      }
    });
  }

  private async lease<T>(work: (manager: EntityManager, client: MetadataClient) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    // TypeORM types what its driver's pool leases as any.
    const client = (await runner.connect()) as MetadataClient;
    try {
      return await work(runner.manager, client);
    } finally {
      client.unbind();
      await runner.release();
    }
  }
}
