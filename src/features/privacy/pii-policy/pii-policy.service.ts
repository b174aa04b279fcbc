import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { isStrictByDefault, linesOf, permissionsOf, policyEtag, unlockableOf } from './pii-policy.policy.js';
import type { PiiPolicy, PiiPolicyLine } from './pii-policy.policy.js';
import { LOCK_PII_POLICY, PII_POLICY, SAVE_PII_POLICY } from './pii-policy.queries.js';
import { PiiPolicyResponse } from './pii-policy.response.js';
import { PRIVACY_ACTIONS } from '../privacy.audit.js';
import { requireSettingsRead } from '../../../core/http/etag/require-read.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';

interface StoredPolicy {
  readonly strict_summaries: boolean | null;
  readonly quotes_in_mails: boolean | null;
  readonly revision: number | null;
  readonly updated_at: Date | null;
  readonly updated_by: string | null;
  readonly lines: readonly PiiPolicyLine[];
}

/**
 * Shows and replaces the permissions of a tenant's roles to see callers' data (privacy section 2).
 * A change takes effect from the next request on.
 */
@Injectable()
export class PiiPolicyService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** The current policy; one that was never saved permits nothing. */
  show(auth: AuthContext): Promise<PiiPolicyResponse> {
    return this.metadata.read(auth, (db) => read(db, auth));
  }

  /**
   * Replaces the whole policy: everything that it does not list is refused from now on.
   * @param ifMatch the header: the etag of the policy that was read
   * @throws 428 without it, 400 for a stale one
   */
  save(
    auth: AuthContext,
    policy: PiiPolicy,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<PiiPolicyResponse> {
    return this.put(auth, policy, reservation, ({ etag }) => requireSettingsRead('policy', etag, ifMatch));
  }

  /** The same for an operator, who may replace any state. */
  replace(auth: AuthContext, policy: PiiPolicy): Promise<PiiPolicyResponse> {
    return this.put(auth, policy, null, () => undefined);
  }

  private put(
    auth: AuthContext,
    policy: PiiPolicy,
    reservation: Reservation | null,
    guard: (current: PiiPolicyResponse) => void,
  ): Promise<PiiPolicyResponse> {
    const lines = linesOf(policy);
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_PII_POLICY, [isStrictByDefault, auth.principal.id]);
        const current = await read(tx, auth);
        guard(current);
        await tx.query(SAVE_PII_POLICY, [
          JSON.stringify(lines),
          policy.strictSummaries,
          this.clock.now(),
          auth.principal.id,
          policy.quotesInMails,
        ]);
        const saved = await read(tx, auth);
        const pairs = (says: 'allowed' | 'unlockable'): string =>
          lines.flatMap((line) => (line[says] ? [`${line.role}:${line.kind}`] : [])).join(' ');
        await tx.auditDone(PRIVACY_ACTIONS.policySaved, {
          strict_summaries: saved.strict_summaries,
          quotes_in_mails: saved.quotes_in_mails,
          permitted: pairs('allowed'),
          unlockable: pairs('unlockable'),
          etag: saved.etag,
          previous_etag: current.etag,
        });
        return tx.complete(reservation, saved, { ETag: quotedEtag(saved.etag) });
      },
      { serializeBy: 'pii policy' },
    );
  }
}

async function read(db: StoreReader, { clientId, dataEnv }: AuthContext): Promise<PiiPolicyResponse> {
  const [row] = await db.query<StoredPolicy>(PII_POLICY);
  if (!row) throw new Error('A statement that returns one row returned none.');
  const revision = row.revision ?? 0;
  // A row that only exists because a first write locked it was never saved.
  const isSaved = revision > 0 || row.lines.length > 0;
  const strictSummaries = row.strict_summaries ?? isStrictByDefault;
  const quotesInMails = row.quotes_in_mails ?? false;
  const permissions = permissionsOf(row.lines);
  const unlockable = unlockableOf(row.lines);
  return {
    client_id: clientId,
    data_env: dataEnv,
    source: isSaved ? 'saved' : 'default',
    etag: policyEtag(revision, { strictSummaries, permissions, unlockable, quotesInMails }),
    strict_summaries: strictSummaries,
    quotes_in_mails: quotesInMails,
    permissions,
    unlockable,
    updated_at_utc: isSaved ? (row.updated_at?.toISOString() ?? null) : null,
    updated_by: isSaved ? row.updated_by : null,
  };
}
