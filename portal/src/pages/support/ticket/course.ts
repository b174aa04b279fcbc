import type { AttachmentResponse, CommentResponse, RelatedCallsResponse } from '../../../api/generated';

type RelatedCall = RelatedCallsResponse['items'][number];

/** An entry of a ticket's course. A comment comes with its files. */
export type Entry = { readonly at: string; readonly key: string } & (
  | {
      readonly kind: 'comment';
      readonly comment: CommentResponse;
      readonly files: readonly AttachmentResponse[];
    }
  | { readonly kind: 'call'; readonly call: RelatedCall }
  | { readonly kind: 'file'; readonly file: AttachmentResponse }
  | { readonly kind: 'solved' }
);

const ORDER = { comment: 0, call: 1, file: 2, solved: 3 } as const;

/**
 * Comments, calls and files of a ticket and when it was solved, oldest first. A file whose parts are
 * still being sent is left out.
 */
export function courseOf(
  comments: readonly CommentResponse[],
  calls: readonly RelatedCall[],
  attachments: readonly AttachmentResponse[],
  solvedAt: string | null,
): readonly Entry[] {
  const files = attachments.filter(({ state }) => state !== 'session_open');
  const isShown = new Set(comments.map(({ comment_id }) => comment_id));
  const entries: Entry[] = [
    ...comments.map((comment) => ({
      kind: 'comment' as const,
      at: comment.created_at_utc,
      key: comment.comment_id,
      comment,
      files: files.filter(({ comment_id }) => comment_id === comment.comment_id),
    })),
    ...calls.map((call) => ({ kind: 'call' as const, at: call.attached_at_utc, key: call.call_id, call })),
    ...files
      .filter(({ comment_id }) => comment_id === null || !isShown.has(comment_id))
      .map((file) => ({ kind: 'file' as const, at: file.uploaded_at_utc, key: file.attachment_id, file })),
    ...(solvedAt === null ? [] : [{ kind: 'solved' as const, at: solvedAt, key: solvedAt }]),
  ];
  return entries.toSorted(
    (one, other) => one.at.localeCompare(other.at) || ORDER[one.kind] - ORDER[other.kind],
  );
}
