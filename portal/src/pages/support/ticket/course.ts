import type { CommentResponse, RelatedCallsResponse } from '../../../api/generated';

type RelatedCall = RelatedCallsResponse['items'][number];

/** An entry of a ticket's course. */
export type Entry = { readonly at: string; readonly key: string } & (
  | { readonly kind: 'comment'; readonly comment: CommentResponse }
  | { readonly kind: 'call'; readonly call: RelatedCall }
);

const ORDER = { comment: 0, call: 1 } as const;

/** Comments and calls of a ticket in order of time, the oldest first. */
export function courseOf(
  comments: readonly CommentResponse[],
  calls: readonly RelatedCall[],
): readonly Entry[] {
  const entries: Entry[] = [
    ...comments.map((comment) => ({
      kind: 'comment' as const,
      at: comment.created_at_utc,
      key: comment.comment_id,
      comment,
    })),
    ...calls.map((call) => ({ kind: 'call' as const, at: call.attached_at_utc, key: call.call_id, call })),
  ];
  return entries.toSorted(
    (one, other) => one.at.localeCompare(other.at) || ORDER[one.kind] - ORDER[other.kind],
  );
}
