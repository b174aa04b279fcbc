import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError, validationFailed } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { withFormerNumbers } from '../../../core/shared/phone-numbers/former-numbers.js';
import { KeyUnavailableError } from '../../../core/privacy/privacy.errors.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../core/time/clock.js';
import { isAhead } from '../../../core/time/clock-skew.policy.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import { ContactErasure } from '../../campaigns/erasure/contact-erasure.service.js';
import { CALLER_REQUEST_ACTIONS } from '../caller-requests.audit.js';
import { CALLER_REQUEST_ERRORS } from '../caller-requests.errors.js';
import { itemOf, trackingId, type CallerRequestRow } from '../rules/caller-request-item.js';
import { CallerRequestItem } from '../rules/caller-request.response.js';
import { placeOf } from '../rules/place-of-request.js';
import { dueDate, dueTimezone } from '../rules/due-date.policy.js';
import { readIdentifier } from '../rules/identifier.policy.js';
import { jobAbout, SEARCH_CALLER_DATA } from '../rules/processing-jobs.js';
import { INSERT_REQUEST, NEXT_NUMBER } from './create.queries.js';
import type { CreateCallerRequest } from './create.request.js';

interface KeptIdentifier {
  readonly display: string;
  /** Under the current key first; empty without a hashed identifier. */
  readonly hashes: readonly { readonly hash: Buffer; readonly keyId: string }[];
  /** Hashes for finding campaign contacts with the number, under the same keys. */
  readonly contactHashes: readonly Buffer[];
}

interface ValidRequest {
  readonly request: CreateCallerRequest;
  readonly receivedAt: Date;
  readonly identifier: KeptIdentifier;
}

/** Otherwise the time limit would count from the future. */
const RECEIVED_AHEAD = {
  loc: ['body', 'received_at_utc'],
  message: 'must not be in the future; send the time at which the caller asked',
  type: 'received_at_ahead',
};

/** Records requests (caller-requests section 4). */
@Injectable()
export class CreateCallerRequestService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
    private readonly contacts: ContactErasure,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a request, its number, its history and its audit rows atomically.
   * @throws 400 for an invalid identifier or zone or a receipt in the future, 404 for an unknown
   *   project, 503 when the number cannot be hashed
   */
  async create(
    auth: AuthContext,
    request: CreateCallerRequest,
    reservation: Reservation | null,
  ): Promise<CallerRequestItem> {
    const receivedAt = readInstant(request.received_at_utc)!;
    if (isAhead(receivedAt, this.clock.now())) throw validationFailed(RECEIVED_AHEAD);
    const identifier = await this.keep(auth, request);
    const toItem = itemOf({ auth, accessMode: 'transition', now: this.clock.now() });
    return this.metadata.transaction(
      auth,
      async (tx) =>
        tx.complete(reservation, toItem(await this.store(tx, auth, { request, receivedAt, identifier }))),
      { serializeBy: 'caller request number' },
    );
  }

  private async keep(auth: AuthContext, request: CreateCallerRequest): Promise<KeptIdentifier> {
    const read = readIdentifier(request);
    if ('loc' in read) throw validationFailed(read);
    const { display, number } = read;
    if (number === null) return { display, hashes: [], contactHashes: [] };
    const keys = await this.keys.every(auth, 'matching').catch(hashingFailed);
    // The hashes of calls and contacts, under every key and for every former number: once the
    // number is gone, no other hash can be computed.
    return {
      display,
      hashes: keys.flatMap((key) =>
        withFormerNumbers(number).map((it) => ({
          hash: keyedHash(key, 'caller-number', it),
          keyId: key.keyId,
        })),
      ),
      contactHashes: this.contacts.hashesOf(keys, number),
    };
  }

  private async store(
    tx: UnitOfWork,
    auth: AuthContext,
    { request, receivedAt, identifier }: ValidRequest,
  ): Promise<CallerRequestRow> {
    const { source_project_id: projectId, support_ticket_reference: ticket = null } = request;
    const {
      display,
      hashes: [newest, ...older],
      contactHashes,
    } = identifier;
    const place = await placeOf(tx, projectId);
    const timezone = dueTimezone(place.project_timezone ?? undefined, place.client_timezone);
    if (timezone === null) throw zoneUnresolvable(projectId);
    const due = dueDate(receivedAt, timezone);
    const requestId = randomUUID();
    // Comes before the number is assigned, because all other requests wait for its row.
    if (newest) await tx.enqueue(SEARCH_CALLER_DATA, jobAbout(auth, requestId));
    const [next] = await tx.query<{ last_number: number }>(NEXT_NUMBER);
    const [row] = await tx.query<CallerRequestRow>(INSERT_REQUEST, [
      next!.last_number,
      request.request_type,
      request.source,
      receivedAt,
      timezone,
      due.dueAt,
      due.dueDateLocal,
      due.urgentFrom,
      due.overdueFrom,
      display,
      request.contact_kind,
      request.identifier_kind,
      newest?.hash ?? null,
      newest?.keyId ?? null,
      place.project_name === null ? [] : [place.project_name],
      projectId ?? null,
      ticket,
      this.clock.now(),
      auth.principal.kind,
      auth.principal.id,
      older.map(({ hash }) => hash),
      older.map(({ keyId }) => keyId),
      requestId,
      contactHashes,
    ]);
    await audit(tx, row!, request);
    return row!;
  }
}

async function audit(tx: UnitOfWork, row: CallerRequestRow, request: CreateCallerRequest): Promise<void> {
  const about = { request_id: row.request_id, tracking_id: trackingId(row.tracking_number) };
  await tx.auditDone(CALLER_REQUEST_ACTIONS.created, {
    ...about,
    request_type: row.request_type,
    identifier_kind: row.identifier_kind,
    contact_kind: row.contact_kind,
    source: request.source,
  });
  if (row.support_ticket_reference === null) return;
  await tx.auditDone(CALLER_REQUEST_ACTIONS.supportLinked, {
    ...about,
    support_ticket_reference: row.support_ticket_reference,
  });
}

const hashingFailed = (error: unknown): never => {
  if (!(error instanceof KeyUnavailableError)) throw error;
  throw new PlatformError(CALLER_REQUEST_ERRORS.hmacUnavailable, { cause: error.cause });
};

/** 400 if the stored time zone is invalid: it can be corrected there. */
const zoneUnresolvable = (projectId: string | undefined): PlatformError =>
  projectId === undefined
    ? validationFailed({
        loc: ['query', 'client_id'],
        message: 'the time zone of the client is not an IANA zone, so no due date can be computed',
        type: 'timezone_unresolvable',
      })
    : validationFailed({
        loc: ['body', 'source_project_id'],
        message:
          'the time zone of the project is not an IANA zone, so no due date can be computed; set one there',
        type: 'timezone_unresolvable',
      });
