import { Injectable } from '@nestjs/common';
import { staleConflict } from '../../../core/http/errors/stale.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound, PlatformError, validationFailed } from '../../../core/shared/platform-error.js';
import type { FieldError } from '../../../core/shared/platform-error.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { TenantKeys, type TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import { detectPii } from '../../../core/privacy/pii/pii-tripwire.policy.js';
import { Clock } from '../../../core/time/clock.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { CALLER_REQUEST_ACTIONS } from '../caller-requests.audit.js';
import { itemOf, trackingId, type CallerRequestRow } from '../rules/caller-request-item.js';
import { CallerRequestItem } from '../rules/caller-request.response.js';
import { noteAddress } from '../rules/note-address.js';
import { ERASE_CALLER_DATA, jobAbout } from '../rules/processing-jobs.js';
import { closedAtAfter, transitionProblem } from '../rules/transition.policy.js';
import { sentClosing } from './closing.policy.js';
import { erasureRefusal, eraseProblem } from './erasure.policy.js';
import { LOCK_REQUEST, MOVE_REQUEST } from './transition.queries.js';
import type { TransitionRequest } from './transition.request.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** Changes the status of requests (caller-requests section 5). */
@Injectable()
export class TransitionService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes status and result, with a line of history and its audit row, atomically.
   * @throws 404 for an unknown request, 409 for a stale revision or a change that is not permitted
   */
  async move(
    auth: AuthContext,
    requestId: string,
    change: TransitionRequest,
    reservation: Reservation | null,
  ): Promise<CallerRequestItem> {
    if (!isGivenId(requestId)) throw notFound();
    const personal = personalLabel(change.processing_result?.project_labels ?? []);
    const problem = personal ?? eraseProblem(change);
    if (problem) throw validationFailed(problem);
    const key = await this.keys.current(auth, 'encryption');
    const toItem = itemOf({ auth, accessMode: 'transition', now: this.clock.now() });
    return this.metadata.transaction(auth, async (tx) => {
      const [request] = await tx.query<LockedRequest>(LOCK_REQUEST, [requestId]);
      if (!request) throw notFound();
      const closedAt = closingOf(request, change, this.clock.now());
      const moved = await this.apply(tx, auth, { request, change, closedAt, key });
      return tx.complete(reservation, toItem(moved));
    });
  }

  private async apply(
    tx: UnitOfWork,
    auth: AuthContext,
    { request, change, closedAt, key }: Transition,
  ): Promise<CallerRequestRow> {
    const { status, status_note: note, processing_result: result, erase = false } = change;
    const now = this.clock.now();
    const [moved] = await tx.query<CallerRequestRow>(MOVE_REQUEST, [
      request.request_id,
      status,
      closedAt,
      now,
      erase ? 'searching' : (result?.data_found_state ?? null),
      result?.data_found_count ?? null,
      result?.project_labels ?? null,
      auth.principal.kind,
      auth.principal.id,
      request.status,
      sealField(key, noteAddress(auth, request.request_id, request.revision + 1), note),
      erase ? now : null,
    ]);
    if (erase) await tx.enqueue(ERASE_CALLER_DATA, jobAbout(auth, request.request_id));
    await tx.auditDone(CALLER_REQUEST_ACTIONS.statusChanged, {
      request_id: request.request_id,
      tracking_id: trackingId(request.tracking_number),
      from_status: request.status,
      to_status: status,
      revision: moved!.revision,
      has_processing_result: result !== undefined,
      ...(erase && { erase }),
    });
    return moved!;
  }
}

interface LockedRequest extends CallerRequestRow {
  readonly erasure_asked_at: Date | null;
}

interface Transition {
  readonly request: CallerRequestRow;
  readonly change: TransitionRequest;
  readonly closedAt: Date | null;
  readonly key: TenantKey;
}

/**
 * When the request counts as closed after the change. @throws 409 for a change that is not
 * permitted, 400 for its closing
 */
function closingOf(request: LockedRequest, change: TransitionRequest, now: Date): Date | null {
  if (change.expected_revision !== request.revision) {
    throw staleConflict({
      guard: 'expected_revision',
      sent: String(change.expected_revision),
      current: String(request.revision),
      changed_paths: null,
    });
  }
  const hasWork = change.processing_result !== undefined || change.erase === true;
  const problem =
    transitionProblem(request.status, change.status, hasWork) ?? erasureRefusal(request, change);
  if (problem !== null) throw new PlatformError(CATALOGUE.conflict, { message: problem });
  const sent = sentClosing(change, { receivedAt: new Date(request.received), now });
  if (sent !== null && 'loc' in sent) throw validationFailed(sent);
  return closedAtAfter(change.status, sent, now);
}

/** Labels are shown in lists: one with personal data is refused (caller-requests 5.6). */
function personalLabel(labels: readonly string[]): FieldError | null {
  const place = labels.findIndex((label) => detectPii(label) !== null);
  return place < 0
    ? null
    : {
        loc: ['body', 'processing_result', 'project_labels', place],
        message: 'must name a project, without personal data',
        type: 'personal_data',
      };
}
