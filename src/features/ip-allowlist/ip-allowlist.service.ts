import { Injectable } from '@nestjs/common';
import { requireSettingsRead } from '../../core/http/etag/require-read.js';
import type { AuthContext } from '../../core/shared/auth-context.js';
import { PlatformError, unprocessable } from '../../core/shared/platform-error.js';
import type { StoreReader } from '../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../core/database/metadata/metadata-store.js';
import { isOnAllowlist } from '../../core/tenancy/ip-allowlist.policy.js';
import { IP_ALLOWLIST_ACTIONS } from './ip-allowlist.audit.js';
import { IP_ALLOWLIST_ERRORS } from './ip-allowlist.errors.js';
import { ALLOWED_NETWORKS, LAST_SAVE, LOCK_ALLOWLIST, REPLACE_ALLOWLIST } from './ip-allowlist.queries.js';
import type { IpAllowlistRequest } from './ip-allowlist.request.js';
import type { IpAllowlistResponse } from './ip-allowlist.response.js';
import { addressAsListed, allowlistEtag, readNetwork, type AllowedNetwork } from './networks.policy.js';
import { Clock } from '../../core/time/clock.js';
import type { Reservation } from '../../core/database/unit-of-work/reservation.js';
import { quotedEtag } from '../../core/http/etag/etag-headers.policy.js';

/**
 * The addresses from which a tenant may be used (access 8.5 to 8.7). A change takes effect within a
 * second: each credential is read together with the list.
 */
@Injectable()
export class IpAllowlistService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** @param address of the request */
  show(auth: AuthContext, address: string): Promise<IpAllowlistResponse> {
    return this.metadata.read(auth, (db) => read(db, auth, address));
  }

  /**
   * Replaces the whole list.
   * @param ifMatch the header: the etag of the list that was read
   * @throws 400 naming each wrong network, 428 without the header, 400 for a stale one, 409 for a
   *   list without the caller's address
   */
  save(
    auth: AuthContext,
    { entries, force }: IpAllowlistRequest,
    ifMatch: string | undefined,
    address: string,
    reservation: Reservation | null,
  ): Promise<IpAllowlistResponse> {
    const sent = readEntries(entries);
    const networks = sent.map(({ network }) => network);
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_ALLOWLIST);
        const before = await read(tx, auth, address);
        requireSettingsRead('allowlist', before.etag, ifMatch);
        if (!force && !isOnAllowlist(networks, address))
          throw new PlatformError(IP_ALLOWLIST_ERRORS.excludesCaller);
        await tx.query(REPLACE_ALLOWLIST, [JSON.stringify(sent), this.clock.now(), auth.principal.id]);
        const saved = await read(tx, auth, address);
        await tx.auditDone(IP_ALLOWLIST_ACTIONS.saved, {
          entries: saved.entries.length,
          previous_entries: before.entries.length,
          excludes_caller: !isOnAllowlist(networks, address),
          etag: saved.etag,
          previous_etag: before.etag,
        });
        return tx.complete(reservation, saved, { ETag: quotedEtag(saved.etag) });
      },
      { serializeBy: 'ip allowlist' },
    );
  }
}

interface LastSave {
  readonly updated_at: Date | null;
  readonly updated_by: string | null;
}

async function read(
  db: StoreReader,
  { clientId, dataEnv }: AuthContext,
  address: string,
): Promise<IpAllowlistResponse> {
  const rows = await db.query<AllowedNetwork & LastSave>(ALLOWED_NETWORKS);
  // An operator's list, and one saved before saves were recorded, has the instants of its entries.
  const save = (await db.query<LastSave>(LAST_SAVE))[0] ?? rows[0];
  const entries = rows.map(({ network, label }) => ({ network, label }));
  return {
    client_id: clientId,
    data_env: dataEnv,
    entries,
    caller_address: addressAsListed(address),
    etag: allowlistEtag(entries),
    updated_at_utc: save?.updated_at?.toISOString() ?? null,
    updated_by: save?.updated_by ?? null,
  };
}

/** @throws 400, as for all wrong fields here, naming each invalid or repeated entry */
function readEntries(entries: IpAllowlistRequest['entries']): AllowedNetwork[] {
  const seen = new Set<string>();
  const faults: { loc: (string | number)[]; message: string; type: string }[] = [];
  const networks = entries.map(({ network: text, label }, index) => {
    const result = readNetwork(text);
    const network = 'network' in result ? result.network : text;
    const problem =
      'problem' in result ? result.problem : seen.has(network) ? 'must not be listed twice' : null;
    if (problem !== null)
      faults.push({ loc: ['body', 'entries', index, 'network'], message: problem, type: 'network_invalid' });
    seen.add(network);
    return { network, label };
  });
  if (faults.length > 0) throw unprocessable(...faults);
  return networks;
}
