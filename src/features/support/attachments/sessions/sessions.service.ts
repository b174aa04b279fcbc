import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../../core/database/unit-of-work/reservation.js';
import type { StoreReader } from '../../../../core/database/unit-of-work/unit-of-work.js';
import { SealedTexts } from '../../../../core/privacy/keys/sealed-texts.service.js';
import { Scanner } from '../../../../core/scanner/scanner.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { LoggableError, PlatformError, unprocessable } from '../../../../core/shared/platform-error.js';
import { Clock } from '../../../../core/time/clock.js';
import { TicketAccess } from '../../lookup/ticket-access.service.js';
import { WrittenNumbers } from '../../lookup/written-numbers.service.js';
import type { TicketReader } from '../../rules/reader.policy.js';
import { numbersIn } from '../../rules/texts/numbers-in-text.policy.js';
import type { CommentVisibility } from '../../rules/words.js';
import { ticketClosed } from '../../support.errors.js';
import { markOf } from '../../support.audit.js';
import { ATTACHMENT_ACTIONS } from '../attachments.audit.js';
import { ATTACHMENT_ERRORS, SCANNER_RETRY_SECONDS } from '../attachments.errors.js';
import { AttachmentFiles } from '../lookup/attachment-files.service.js';
import { keepNumbers } from '../lookup/attachment-numbers.js';
import { placeOfFileName } from '../lookup/sealed-places.js';
import { isTextKind, kindOfName } from '../rules/attachment-kinds.js';
import {
  fitsComment,
  fitsTicket,
  MAX_FILES_OF_TICKET,
  PART_BYTES,
  SESSION_MS,
} from '../rules/attachment-limits.js';
import { harmlessName } from '../rules/file-name.policy.js';
import { SETTLE_ATTACHMENT } from '../scanning/attachment-work.js';
import {
  ADD_ATTACHMENT,
  OWN_COMMENT,
  TICKET_ROOM,
  type OwnComment,
  type TicketRoom,
} from './sessions.queries.js';
import type { StartAttachmentRequest } from './sessions.request.js';
import type { AttachmentSessionResponse } from './sessions.response.js';

/** Starts uploads (support-attachments section 2). */
@Injectable()
export class AttachmentSessions {
  constructor(
    private readonly access: TicketAccess,
    private readonly stores: TenantStores,
    private readonly sealed: SealedTexts,
    private readonly files: AttachmentFiles,
    private readonly scanner: Scanner,
    private readonly numbers: WrittenNumbers,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 409 for a closed or full ticket, 422, 503 without a scanner or the tenant's key */
  async start(
    auth: AuthContext,
    ticketId: string,
    request: StartAttachmentRequest,
    reservation: Reservation | null,
  ): Promise<AttachmentSessionResponse> {
    const reader = await this.access.read(auth, ticketId, (_db, _ticket, by) => Promise.resolve(by));
    const fault = await this.scanner.fault();
    if (fault !== null) throw notScanned(fault);
    const attachmentId = randomUUID();
    const name = harmlessName(request.file_name);
    const kind = kindOfName(name);
    const [seal, { countries, hash }, { sealedKey, fingerprint }] = await Promise.all([
      this.sealed.sealer(auth),
      this.numbers.rules(auth),
      this.files.newKey(auth, attachmentId, request.sha256),
    ]);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + SESSION_MS);
    return this.stores.transaction(auth, async (tx) => {
      const ticket = await this.access.hold(tx, reader, ticketId);
      if (ticket.status === 'closed') throw ticketClosed();
      const visibility = await visibilityOf(tx, ticketId, reader, request);
      await assertRoom(tx, ticketId, visibility, request);
      await tx.query(ADD_ATTACHMENT, [
        ...[attachmentId, ticketId, request.comment_id ?? null, visibility, kind],
        ...[request.bytes, fingerprint, seal(placeOfFileName(auth, attachmentId), name), sealedKey],
        ...[reader.person, reader.side, now, expiresAt, isTextKind(kind)],
      ]);
      await keepNumbers(tx, attachmentId, numbersIn(name, countries).map(hash));
      await tx.enqueue(SETTLE_ATTACHMENT, { attachmentId }, { notBefore: expiresAt });
      await tx.auditDone(ATTACHMENT_ACTIONS.attachmentStarted, {
        attachment_id: attachmentId,
        ticket_id: ticketId,
        bytes: request.bytes,
        ...markOf(visibility),
      });
      return tx.complete(reservation, {
        attachment_id: attachmentId,
        part_bytes: PART_BYTES,
        expires_at_utc: expiresAt.toISOString(),
      });
    });
  }
}

const notScanned = (fault: string): PlatformError =>
  new PlatformError(ATTACHMENT_ERRORS.unavailable, {
    retryAfterSeconds: SCANNER_RETRY_SECONDS,
    cause: new LoggableError(`scanner: ${fault}`),
  });

/** @throws 422 for a visibility that the person may not choose, or a comment that is not theirs */
async function visibilityOf(
  tx: StoreReader,
  ticketId: string,
  { person, side }: TicketReader,
  { comment_id: commentId, visibility }: StartAttachmentRequest,
): Promise<CommentVisibility> {
  if (side === 'customer' && visibility === 'internal')
    throw unprocessable({
      loc: ['body', 'visibility'],
      message: 'must be public',
      type: 'visibility_not_allowed',
    });
  if (commentId === undefined) return visibility ?? (side === 'staff' ? 'internal' : 'public');
  const [comment] = await tx.query<OwnComment>(OWN_COMMENT, [ticketId, commentId.toLowerCase(), person]);
  if (!comment)
    throw unprocessable({
      loc: ['body', 'comment_id'],
      message: 'must be a comment of yours on this ticket',
      type: 'comment_unknown',
    });
  if (visibility !== undefined && visibility !== comment.visibility)
    throw unprocessable({
      loc: ['body', 'visibility'],
      message: `must be that of the comment, ${comment.visibility}`,
      type: 'visibility_not_allowed',
    });
  return comment.visibility;
}

/** Internal files have room of their own, so that no limit tells customers of them. @throws 409 that names the limit */
async function assertRoom(
  tx: StoreReader,
  ticketId: string,
  visibility: CommentVisibility,
  { comment_id: commentId, bytes }: StartAttachmentRequest,
): Promise<void> {
  const [room] = await tx.query<TicketRoom>(TICKET_ROOM, [ticketId, commentId ?? null, visibility]);
  const { files, bytes: taken, of_comment: ofComment } = room!;
  const full = (blockReason: string): PlatformError =>
    new PlatformError(ATTACHMENT_ERRORS.limitReached, { blockReason });
  if (files >= MAX_FILES_OF_TICKET) throw full('files_of_ticket');
  if (!fitsTicket(taken, bytes)) throw full('bytes_of_ticket');
  if (commentId !== undefined && !fitsComment(ofComment)) throw full('files_of_comment');
}
