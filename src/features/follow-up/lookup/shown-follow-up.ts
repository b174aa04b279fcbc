import type { SummaryForm } from '../../../core/privacy/pii/pii-permission.policy.js';
import { followUpEtag, shownNote, type FollowUpContents } from '../rules/follow-up.policy.js';
import type { FollowUpOwner, FollowUpResponse } from '../rules/follow-up.response.js';
import type { FollowUpReason, FollowUpState } from '../rules/words.js';

/** A row of `FOLLOW_UP_COLUMNS`. */
export interface FollowUpRow {
  readonly revision: number;
  readonly state: FollowUpState | null;
  readonly reason: FollowUpReason;
  readonly owner: string | null;
  readonly due_at: Date | null;
  readonly contents_encrypted: Buffer | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly updated_by: string | null;
}

/** The columns of a follow-up `f`. */
export const FOLLOW_UP_COLUMNS =
  'f.revision, f.state, f.reason, f.owner, f.due_at, f.contents_encrypted, f.created_at, f.updated_at, f.updated_by';

/** @param contents null if they cannot be opened */
export const toFollowUp = (
  callId: string,
  row: FollowUpRow | null,
  shown: {
    readonly owner: FollowUpOwner | null;
    readonly contents: FollowUpContents | null;
    readonly form: SummaryForm;
  },
): FollowUpResponse => ({
  call_id: callId,
  state: row?.state ?? null,
  reason: row?.reason ?? null,
  owner: shown.owner,
  due_at_utc: row?.due_at?.toISOString() ?? null,
  ...shownNote(shown.contents === null ? undefined : shown.contents.note, shown.form),
  tags: shown.contents?.tags ?? [],
  etag: followUpEtag(row?.revision ?? 0),
  created_at_utc: row?.created_at.toISOString() ?? null,
  updated_at_utc: row?.updated_at.toISOString() ?? null,
  updated_by: row?.updated_by ?? null,
});
