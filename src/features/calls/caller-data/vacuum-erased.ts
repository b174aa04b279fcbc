/** Connects to a store as the owner of its tables; each statement runs outside transactions. */
interface OwnedTables {
  query<R extends object>(text: string): Promise<R[]>;
}

// Tables of months with calls whose caller data was erased, named as add_call_month names them.
const PARTS_WITH_ERASED = `
  SELECT c.relname AS part
    FROM (SELECT DISTINCT CASE WHEN started_at_utc < '2020-01-01Z' THEN '_before_2020'
                               ELSE to_char(started_at_utc AT TIME ZONE 'UTC', '"_y"YYYY"m"MM') END AS suffix
            FROM call_index WHERE erased_at IS NOT NULL) erased
   CROSS JOIN unnest(ARRAY['calls', 'call_contents']) AS parent
    JOIN pg_class c ON c.relnamespace = 'public'::regnamespace AND c.relname = parent || suffix AND c.relkind = 'r'
   ORDER BY c.relname`;

/**
 * Removes the remains of erasures from the tables of calls: PostgreSQL keeps the previous row
 * version, which no statement can read, until its table is vacuumed.
 * @param log gets each table
 */
export async function vacuumErased(store: OwnedTables, log: (line: string) => void): Promise<void> {
  for (const { part } of await store.query<{ part: string }>(PARTS_WITH_ERASED)) {
    await store.query(`VACUUM ${part}`);
    log(`vacuumed ${part}`);
  }
}
