import { isOnAllowlist } from '../../../core/tenancy/ip-allowlist.policy.js';
import { countOf, type Count } from '../rules/count.policy.js';

/** A client may be in the directory before it has a data route, and while it is suspended. */
export const CLIENT_STATUSES = ['provisioning', 'active', 'suspended'] as const;
export type ClientStatus = (typeof CLIENT_STATUSES)[number];

export interface ListedClient {
  readonly client_id: string;
  readonly business_name: string;
  readonly status: ClientStatus;
  /** Networks from which the client may be used; empty: from everywhere. */
  readonly allowlist: readonly string[];
  /** Whether the person is an administrator, and sees all of the client. */
  readonly sees_all: boolean;
  /** The projects that are assigned to the person; empty for administrators. */
  readonly projects: readonly string[];
}

export interface ClientCounts {
  readonly client_id: string;
  readonly projects: number;
  readonly drafts: number;
}

/** A card of the directory (partner-clients 3.2). */
interface DirectoryEntry {
  readonly client_id: string;
  readonly business_name: string;
  readonly status: ClientStatus;
  readonly projects: Count;
  readonly draft_count: Count;
  readonly open_support_count: Count;
}

/**
 * The cards of the clients that this address may use (partner-clients 2.4, 3.2, 3.3).
 * @param counts null if they could not be read: then counts are null, not 0
 * @param tickets open ones by client, without clients whose store does not answer; null as `counts`
 */
export function directoryOf(
  clients: readonly ListedClient[],
  counts: readonly ClientCounts[] | null,
  tickets: ReadonlyMap<string, number> | null,
  address: string | undefined,
): readonly DirectoryEntry[] {
  const byClient = counts && new Map(counts.map((row) => [row.client_id, row]));
  return clients
    .filter(({ allowlist }) => allowlist.length === 0 || isOnAllowlist(allowlist, address))
    .map(({ client_id, business_name, status }) => {
      const own = byClient?.get(client_id);
      return {
        client_id,
        business_name,
        status,
        projects: countOf(own?.projects ?? null),
        draft_count: countOf(own?.drafts ?? null),
        // A client without a store has no tickets.
        open_support_count: countOf(status === 'provisioning' ? 0 : (tickets?.get(client_id) ?? null)),
      };
    });
}
