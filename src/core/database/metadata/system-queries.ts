import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { classifyDriverError } from '../driver/driver-errors.js';
import type { DataEnv, Tenant } from '../../shared/auth-context.js';
import { unavailable } from '../../shared/platform-error.js';
import { RETRY_AFTER_SECONDS } from '../driver/store-breaker.js';
import type { NamedQuery } from '../unit-of-work/named-query.js';
import { METADATA, SystemPool } from './metadata-pool.js';

/**
 * The named door for work across tenants: prepared statements under a role that sees the rows of
 * all tenants, with the rights that such work needs and no others. Guards use it before there is an
 * AuthContext to bind, and job handlers do. Work for one tenant goes through MetadataStore.
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
      // The breaker probes the store every second. A holder of the row, such as a process that was
      // stopped in the middle of a request, is gone after that too.
      throw kind === 'unavailable' || kind === 'retry'
        ? unavailable(error, RETRY_AFTER_SECONDS, METADATA)
        : error;
    }
  }

  /**
   * The tenants that a statement finds across all of them, such as those for which a job is to be
   * sent. @throws as `query`
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
