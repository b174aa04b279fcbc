import type { Problem } from '../api/problem';
import {
  deleteAttachment,
  finishAttachment,
  saveAttachmentPart,
  startAttachment,
  type StartAttachmentRequest,
} from '../api/generated';
import { queries } from './queries';
import { uploadList, type OnItsWay } from './upload-list';

/** The destination of files. Files of a comment are as visible as the comment. */
export interface Destination {
  readonly clientId: string;
  readonly ticketId: string;
  /** Undefined: the files belong to the ticket, and everyone who sees the ticket sees them. */
  readonly commentId?: string;
}

/** A file that is being sent to a ticket. */
export interface Upload extends OnItsWay {
  readonly to: Destination;
  readonly file: File;
  /** The upload session of the file, which continues after a fault. */
  readonly session?: { readonly attachmentId: string; readonly partBytes: number } | undefined;
}

const uploads = uploadList<Upload>();
/** One file at a time, in the order in which they were selected. */
let queue: Promise<void> = Promise.resolve();

/** The files that are being sent, for all tickets. */
export const useUploads = uploads.useAll;

async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function startSession({ id, to, file }: Upload, signal: AbortSignal) {
  const { ticketId, clientId, commentId } = to;
  const body: StartAttachmentRequest = {
    file_name: file.name,
    bytes: file.size,
    sha256: await sha256Of(file),
    ...(commentId === undefined ? { visibility: 'public' } : { comment_id: commentId }),
  };
  const { data } = await startAttachment({
    path: { ticket_id: ticketId },
    query: { client_id: clientId },
    headers: { 'Idempotency-Key': id },
    body,
    signal,
  });
  return { attachmentId: data.attachment_id, partBytes: data.part_bytes };
}

async function send(upload: Upload, signal: AbortSignal): Promise<void> {
  const { id, to, file } = upload;
  const session = upload.session ?? (await startSession(upload, signal));
  uploads.change(id, { session });
  const path = { ticket_id: to.ticketId, attachment_id: session.attachmentId };
  const query = { client_id: to.clientId };
  for (let sent = upload.sentBytes; sent < file.size; sent += session.partBytes) {
    uploads.change(id, { sentBytes: sent });
    const body = file.slice(sent, sent + session.partBytes);
    const n = String(1 + sent / session.partBytes);
    await saveAttachmentPart({
      path: { ...path, n },
      query,
      body,
      // Sends the bytes unchanged.
      bodySerializer: null,
      headers: { 'Content-Type': 'application/octet-stream' },
      signal,
    });
  }
  // A repeated finalise sends no part again.
  uploads.change(id, { sentBytes: Math.ceil(file.size / session.partBytes) * session.partBytes });
  await finishAttachment({ path, query, signal });
}

async function run(id: string): Promise<void> {
  const upload = uploads.find(id);
  if (!upload) return;
  await uploads.run(id, (signal) => send(upload, signal));
  await queries.invalidateQueries({ queryKey: [{ _id: 'listAttachments' }] });
}

function enqueue(id: string): void {
  queue = queue.then(() => run(id));
}

/** Sends files to a ticket, one after the other. */
export function startUploads(to: Destination, files: readonly File[]): void {
  for (const file of files) {
    const id = crypto.randomUUID();
    uploads.add({ id, to, file, isSending: false, sentBytes: 0 });
    enqueue(id);
  }
}

/** Whether the file's upload session may still exist. */
const isKept = ({ kind }: Problem): boolean =>
  kind === 'unavailable' || kind === 'limited' || kind === 'ended';

/**
 * Continues with a failed file: from its last part if the fault may be temporary, otherwise from
 * its beginning.
 */
export function retryUpload({ id, problem }: Upload): void {
  const isFromStart = problem !== undefined && !isKept(problem);
  const next = isFromStart ? crypto.randomUUID() : id;
  uploads.change(id, {
    id: next,
    problem: undefined,
    ...(isFromStart && { sentBytes: 0, session: undefined }),
  });
  enqueue(next);
}

/** Stops sending a file, and deletes what the service has received. */
export async function cancelUpload({ id, to }: Upload): Promise<void> {
  const session = uploads.find(id)?.session;
  uploads.remove(id);
  if (!session) return;
  const path = { ticket_id: to.ticketId, attachment_id: session.attachmentId };
  // An open session expires by itself if this fails.
  await deleteAttachment({ path, query: { client_id: to.clientId } }).catch(() => undefined);
}
