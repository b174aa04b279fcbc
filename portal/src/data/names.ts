import { useQuery } from '@tanstack/react-query';
import { getNames, type NamesResponse } from '../api/generated';

export type ActorName = NamesResponse['items'][number];

// The route's maximum.
const MOST = 50;

interface Batch {
  readonly ids: Set<string>;
  readonly names: Promise<ReadonlyMap<string, ActorName>>;
}

/** The ids of the next request, by client. */
const open = new Map<string, Batch>();

function batchOf(client_id: string): Batch {
  const ids = new Set<string>();
  // All components of a page ask within one turn of the event loop; the request is sent after them.
  const names = Promise.resolve().then(async () => {
    open.delete(client_id);
    const { data } = await getNames({ query: { client_id, ids: [...ids].join(',') } });
    return new Map(data.items.map((it) => [it.id, it]));
  });
  const batch = { ids, names };
  open.set(client_id, batch);
  return batch;
}

/** Requests a name, together with all others on the page. */
async function nameOf(clientId: string, id: string): Promise<ActorName | null> {
  const waiting = open.get(clientId);
  const batch = waiting && waiting.ids.size < MOST ? waiting : batchOf(clientId);
  batch.ids.add(id);
  return (await batch.names).get(id) ?? null;
}

/**
 * The actor with this id, if the reader may know them (people 6.2).
 * @param id null: none
 */
export const useActorName = (clientId: string, id: string | null) =>
  useQuery({
    queryKey: ['names', clientId, id],
    queryFn: () => nameOf(clientId, id ?? ''),
    enabled: id !== null && clientId !== '',
    staleTime: 300_000,
  });
