/** A store as the role that owns its tables; each statement by itself, outside of transactions. */
interface OwnedTables {
  query<R extends object>(text: string): Promise<R[]>;
}

/**
 * Clears away what erasures have left behind in the tables of contacts and of single calls, each
 * one for all months.
 * @param log gets each table
 */
export async function vacuumErasedContacts(store: OwnedTables, log: (line: string) => void): Promise<void> {
  for (const table of ['campaign_contacts', 'single_dispatches']) {
    await store.query(`VACUUM ${table}`);
    log(`vacuumed ${table}`);
  }
}
