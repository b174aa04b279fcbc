interface Named {
  readonly client_id: string;
  readonly business_name: string;
}

const plain = (name: string): string => name.trim().toLocaleLowerCase();

/**
 * Returns which of these clients share their name with another one, so that their id is shown too.
 */
export function sharesName(clients: readonly Named[]): (client: Named) => boolean {
  const times = new Map<string, number>();
  for (const { business_name } of clients)
    times.set(plain(business_name), (times.get(plain(business_name)) ?? 0) + 1);
  return ({ business_name }) => (times.get(plain(business_name)) ?? 0) > 1;
}

/** Names that distinguish all of these clients. */
export function namesOf(clients: readonly Named[]): (client: Named) => string {
  const isShared = sharesName(clients);
  return (client) =>
    isShared(client) ? `${client.business_name} (${client.client_id})` : client.business_name;
}

/** Clients as a list of choices. */
export function clientOptions(clients: readonly Named[]): { value: string; label: string }[] {
  const nameOf = namesOf(clients);
  return clients.map((client) => ({ value: client.client_id, label: nameOf(client) }));
}

/** The clients whose name contains this text, or whose id equals it. */
export function findClients<Client extends Named>(
  clients: readonly Client[],
  text: string,
): readonly Client[] {
  const wanted = plain(text);
  return clients.filter((it) => plain(it.business_name).includes(wanted) || it.client_id === wanted);
}
