import { isSameDraft } from './approval.policy.js';
import type { ApprovalState, DraftMark } from './approval.policy.js';
import type { ApprovalResponse } from './approvals.response.js';

/** An approval as this folder works with it. */
export interface Approval extends DraftMark {
  readonly approvalId: string;
  readonly state: ApprovalState;
  readonly note: string | null;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly approvedBy: string | null;
  readonly approvedAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnAt: Date | null;
  readonly usedAt: Date | null;
  readonly usedVersionNumber: number | null;
}

/** The same as a statement gives it. */
export interface ApprovalRow {
  readonly approval_id: string;
  readonly draft_etag: string;
  readonly base_version_number: number | null;
  readonly state: ApprovalState;
  readonly note: string | null;
  readonly requested_by: string;
  readonly requested_at: Date;
  readonly approved_by: string | null;
  readonly approved_at: Date | null;
  readonly withdrawn_by: string | null;
  readonly withdrawn_at: Date | null;
  readonly used_at: Date | null;
  readonly used_version_number: number | null;
}

export const fromRow = (row: ApprovalRow): Approval => ({
  approvalId: row.approval_id,
  draftEtag: row.draft_etag,
  baseVersionNumber: row.base_version_number,
  state: row.state,
  note: row.note,
  requestedBy: row.requested_by,
  requestedAt: row.requested_at,
  approvedBy: row.approved_by,
  approvedAt: row.approved_at,
  withdrawnBy: row.withdrawn_by,
  withdrawnAt: row.withdrawn_at,
  usedAt: row.used_at,
  usedVersionNumber: row.used_version_number,
});

/** @param draft as it stands now; null where there is none */
export const approvalRecord = (approval: Approval, draft: DraftMark | null): ApprovalResponse => ({
  approval_id: approval.approvalId,
  draft_etag: approval.draftEtag,
  base_version_number: approval.baseVersionNumber,
  state: approval.state,
  is_stale: draft === null || !isSameDraft(approval, draft),
  note: approval.note,
  requested_by: approval.requestedBy,
  requested_at: approval.requestedAt.toISOString(),
  approved_by: approval.approvedBy,
  approved_at: approval.approvedAt?.toISOString() ?? null,
  withdrawn_by: approval.withdrawnBy,
  withdrawn_at: approval.withdrawnAt?.toISOString() ?? null,
  used_at: approval.usedAt?.toISOString() ?? null,
  used_version_number: approval.usedVersionNumber,
});
