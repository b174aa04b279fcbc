/** Connects to a store as the owner of its tables; each statement runs outside transactions. */
interface OwnedTables {
  query<R extends object>(text: string): Promise<R[]>;
}

/**
 * Removes the remains of erasures from the tables of contacts and single calls, which are not
 * divided by month.
 * @param log gets each table
 */
export async function vacuumErasedContacts(store: OwnedTables, log: (line: string) => void): Promise<void> {
  for (const table of ['campaign_contacts', 'single_dispatches']) {
    await store.query(`VACUUM ${table}`);
    log(`vacuumed ${table}`);
  }
}
