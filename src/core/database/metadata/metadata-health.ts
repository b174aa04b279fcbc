import { namedQuery } from '../unit-of-work/named-query.js';
import { Injectable } from '@nestjs/common';
import { SystemQueries } from './system-queries.js';

const IS_WRITABLE = namedQuery('metadata_is_writable')`
    SELECT NOT pg_is_in_recovery() AND current_setting('default_transaction_read_only') = 'off' AS writable`;

const TABLES_EXIST = namedQuery('metadata_tables_exist')`
    SELECT name, to_regclass('public.' || quote_ident(name)) IS NOT NULL AS found FROM unnest($1::text[]) AS name`;

@Injectable()
export class MetadataHealth {
  constructor(private readonly reads: SystemQueries) {}

  /**
   * False on a standby or a read-only store.
   * @throws 503 when the store does not answer
   */
  async isWritable(): Promise<boolean> {
    const rows = await this.reads.query<{ writable: boolean }>(IS_WRITABLE, []);
    return rows[0]?.writable ?? false;
  }

  async tablesExist<T extends string>(names: readonly T[]): Promise<Record<T, boolean>> {
    const rows = await this.reads.query<{ name: T; found: boolean }>(TABLES_EXIST, [names]);
    return Object.fromEntries(rows.map((row) => [row.name, row.found])) as Record<T, boolean>;
  }
}
