import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { describeFault } from '../errors/driver-errors.js';
import { unavailable } from '../errors/platform-error.js';

interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * The few prepared statements that run on every request, before there is an AuthContext to scope by: who the
 * caller is and what is visible. For `core` alone; features go through MetadataStore.
 */
@Injectable()
export class HotReads {
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    // TypeORM types its driver loosely; for the postgres driver `master` is the pg pool.
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
  }

  /** @throws 503 when the metadata store cannot be reached */
  async query<R extends QueryResultRow>(statement: NamedStatement, values: readonly unknown[]): Promise<R[]> {
    try {
      const result = await this.pool.query<R>({
        name: statement.name,
        text: statement.text,
        values: [...values],
      });
      return result.rows;
    } catch (error) {
      const kind = describeFault(error)?.kind;
      if (kind === 'unavailable') throw unavailable(error);
      // Somebody holds the row, such as a process that was stopped in the middle of a request.
      throw kind === 'retry' ? unavailable(error, 1) : error;
    }
  }
}
