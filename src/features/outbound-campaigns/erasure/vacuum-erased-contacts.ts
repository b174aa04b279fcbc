/** A store as the role that owns its tables; each statement by itself, outside of transactions. */
interface OwnedTables {
  query<R extends object>(text: string): Promise<R[]>;
}

/**
 * Clears away what erasures have left behind in the table of contacts, which is one for all campaigns.
 * @param log is told the table
 */
export async function vacuumErasedContacts(store: OwnedTables, log: (line: string) => void): Promise<void> {
  await store.query('VACUUM campaign_contacts');
  log('vacuumed campaign_contacts');
}
