import { withClient } from '../../support/databases.js';

/** The rows of all tables of a database, to which it can be taken back. */
export class TableSnapshot {
  private constructor(
    private readonly url: string,
    private readonly tables: readonly string[],
  ) {}

  /** @param url of the database, as superuser */
  static async take(url: string): Promise<TableSnapshot> {
    const tables = await withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
      );
      await client.query('CREATE SCHEMA kept');
      for (const { name } of rows) await client.query(`CREATE TABLE kept.${name} AS TABLE public.${name}`);
      return rows.map(({ name }) => name);
    });
    return new TableSnapshot(url, tables);
  }

  restore(): Promise<void> {
    return withClient(this.url, async (client) => {
      // Foreign keys and triggers rest meanwhile.
      await client.query('SET session_replication_role = replica');
      await client.query('BEGIN');
      for (const name of this.tables) {
        await client.query(`DELETE FROM public.${name}`);
        await client.query(`INSERT INTO public.${name} OVERRIDING SYSTEM VALUE TABLE kept.${name}`);
      }
      await client.query('COMMIT');
    });
  }
}
