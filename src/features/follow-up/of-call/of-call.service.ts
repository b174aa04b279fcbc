import { Injectable } from '@nestjs/common';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { requireRead } from '../../../core/http/etag/require-read.js';
import type { SummaryForm } from '../../../core/privacy/pii/pii-permission.policy.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { CallLookup } from '../../call-records/lookup/call-lookup.service.js';
import { FOLLOW_UP_ACTIONS } from '../follow-up.audit.js';
import { FOLLOW_UP_ERRORS } from '../follow-up.errors.js';
import { FollowUpOwners } from '../lookup/owners.js';
import { SealedFollowUps } from '../lookup/sealed-follow-ups.js';
import { toFollowUp, type FollowUpRow } from '../lookup/shown-follow-up.js';
import { followUpEtag, mayWriteNote } from '../rules/follow-up.policy.js';
import type { FollowUpResponse } from '../rules/follow-up.response.js';
import { FOLLOW_UP, HOLD_CALL, SAVE_FOLLOW_UP } from './of-call.queries.js';
import type { FollowUpRequest } from './of-call.request.js';
import type { FollowUpSavedResponse } from './of-call.response.js';

/**
 * The note after a change. @param present undefined if it cannot be opened, so that it could not be
 * kept
 * @throws 409 for a caller who may not write it
 */
function noteAfter(
  present: string | null | undefined,
  sent: string | null | undefined,
  form: SummaryForm,
): string | null {
  if (sent === undefined && present !== undefined) return present;
  if (sent === undefined || !mayWriteNote(present, form))
    throw new PlatformError(FOLLOW_UP_ERRORS.noteWithheld);
  return sent;
}

/** A replacement, with the guard of its sender. */
export interface FollowUpChange {
  readonly request: FollowUpRequest;
  readonly ifMatch: string | undefined;
  readonly reservation: Reservation | null;
}

/** Shows and replaces the follow-up of one call (follow-up section 2). */
@Injectable()
export class FollowUpService {
  constructor(
    private readonly calls: CallLookup,
    private readonly stores: TenantStores,
    private readonly permissions: PiiPermissions,
    private readonly sealed: SealedFollowUps,
    private readonly owners: FollowUpOwners,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 for a call that this caller cannot see, 503 */
  async show(auth: AuthContext, callId: string): Promise<FollowUpResponse> {
    const rules = await this.permissions.rules(auth);
    const found = await this.calls.read(auth, callId, async (db, { projectId }) => {
      const [row = null] = await db.query<FollowUpRow>(FOLLOW_UP, [callId]);
      return { row, form: rules.of(projectId).summary };
    });
    if (found === null) throw notFound();
    const { row, form } = found;
    const [contents, named] = await Promise.all([
      this.sealed.open(auth, callId, row?.contents_encrypted ?? null),
      this.owners.named(auth, [row?.owner ?? null]),
    ]);
    return toFollowUp(callId, row, { owner: named(row?.owner ?? null), contents, form });
  }

  /**
   * @throws 404 as `show`, 422 for a new owner without a role, 428 without If-Match, 409 for a
   *   stale one, for a note that may not be written and for a call that was erased, 503
   */
  async save(auth: AuthContext, callId: string, change: FollowUpChange): Promise<FollowUpSavedResponse> {
    const { request, ifMatch, reservation } = change;
    const [place, rules, seal] = await Promise.all([
      this.calls.read(auth, callId, async (db, { projectId }) => {
        const [row] = await db.query<FollowUpRow>(FOLLOW_UP, [callId]);
        return { projectId, contents: row?.contents_encrypted ?? null, owner: row?.owner ?? null };
      }),
      this.permissions.rules(auth),
      this.sealed.sealer(auth, callId),
    ]);
    if (place === null) throw notFound();
    // The current owner may stay, even without a role now: other people settle their calls.
    if (request.owner !== null && request.owner !== place.owner)
      await this.owners.assertHasRole(auth, request.owner);
    // Loads the key of the current note, which may be an older one: the transaction must not fetch
    // a key while it locks the call.
    await this.sealed.open(auth, callId, place.contents);
    return this.stores.transaction(auth, async (tx) => {
      const present = await this.present(tx, auth, callId);
      const revision = present.row?.revision ?? 0;
      requireRead('follow-up', followUpEtag(revision), ifMatch);
      const note = noteAfter(present.note, request.note, rules.of(place.projectId).summary);
      const { sealed, tagHashes } = seal({ note, tags: request.tags });
      const { state, owner, due_at_utc: dueAt } = request;
      const [saved] = await tx.query<{ revision: number }>(SAVE_FOLLOW_UP, [
        ...[callId, revision, state, owner, dueAt, sealed, tagHashes],
        this.clock.now(),
        auth.principal.id,
      ]);
      if (!saved) throw new PlatformError(CATALOGUE.conflict);
      await tx.auditDone(FOLLOW_UP_ACTIONS.saved, {
        call_id: callId,
        state,
        owner,
        has_note: note !== null,
        tags: request.tags.length,
        revision: saved.revision,
      });
      const etag = followUpEtag(saved.revision);
      return tx.complete(reservation, { call_id: callId, state, etag }, { ETag: quotedEtag(etag) });
    });
  }

  /** The follow-up of a call, locked against erasure. @throws 404, 409 for a call that was erased */
  private async present(
    tx: UnitOfWork,
    auth: AuthContext,
    callId: string,
  ): Promise<{ readonly row: FollowUpRow | null; readonly note: string | null | undefined }> {
    const [call] = await tx.query<{ erased_at: Date | null }>(HOLD_CALL, [callId]);
    if (!call) throw notFound();
    if (call.erased_at !== null) throw new PlatformError(FOLLOW_UP_ERRORS.callErased);
    const [row = null] = await tx.query<FollowUpRow>(FOLLOW_UP, [callId]);
    const contents = await this.sealed.open(auth, callId, row?.contents_encrypted ?? null);
    return { row, note: contents === null ? undefined : contents.note };
  }
}
