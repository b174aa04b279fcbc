import { withClient } from '../../support/databases.js';

/** The rows of all tables of a database, which can be restored. */
export class TableSnapshot {
  private constructor(
    private readonly url: string,
    private readonly tables: readonly string[],
  ) {}

  /** @param url of the database, as a superuser */
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

  restore(): Promise<unknown> {
    // Foreign keys and triggers are disabled meanwhile; sent as one message, because a run does
    // this a hundred times.
    const rows = this.tables.map(
      (name) =>
        `DELETE FROM public.${name}; INSERT INTO public.${name} OVERRIDING SYSTEM VALUE TABLE kept.${name};`,
    );
    const text = `SET session_replication_role = replica; BEGIN; ${rows.join(' ')} COMMIT`;
    return withClient(this.url, (client) => client.query(text));
  }
}
