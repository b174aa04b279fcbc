import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { classifyDriverError } from '../driver/driver-errors.js';
import type { DataEnv, Tenant } from '../../shared/auth-context.js';
import { unavailable } from '../../shared/platform-error.js';
import { RETRY_AFTER_SECONDS } from '../driver/store-breaker.js';
import type { NamedQuery } from '../unit-of-work/named-query.js';
import { METADATA, SystemPool } from './metadata-pool.js';

/**
 * Access across tenants: prepared statements under a role that sees the rows of all tenants and
 * that has no other rights. For guards, which have no AuthContext yet, and job handlers; work for
 * one tenant goes through MetadataStore.
 */
@Injectable()
export class SystemQueries {
  constructor(private readonly pool: SystemPool) {}

  /** @throws 503 when the metadata store cannot be reached */
  async query<R extends QueryResultRow>(statement: NamedQuery, values: readonly unknown[]): Promise<R[]> {
    try {
      return await this.onConnection<R>(statement, values);
    } catch (error) {
      const kind = classifyDriverError(error)?.kind;
      // By then the breaker has probed the store again, and the holder of the row is gone.
      throw kind === 'unavailable' || kind === 'retry'
        ? unavailable(error, RETRY_AFTER_SECONDS, METADATA)
        : error;
    }
  }

  /**
   * The tenants that a statement returns, such as those that need a job.
   * @throws as `query`
   */
  async tenants(statement: NamedQuery, values: readonly unknown[]): Promise<Tenant[]> {
    const rows = await this.query<{ client_id: string; data_env: DataEnv }>(statement, values);
    return rows.map(({ client_id: clientId, data_env: dataEnv }) => ({ clientId, dataEnv }));
  }

  private async onConnection<R extends QueryResultRow>(
    { name, text }: NamedQuery,
    values: readonly unknown[],
  ): Promise<R[]> {
    const client = await this.pool.connect();
    try {
      const { rows } = await client.query<R>({ name, text, values: [...values] });
      client.release();
      return rows;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
