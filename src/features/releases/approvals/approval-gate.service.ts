import { Injectable } from '@nestjs/common';
import { isSameJson } from '../../../core/shared/json/canonical-json.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { FieldError } from '../../../core/shared/platform-error.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import type { PlannedRelease, ReleaseGate } from '../publish/release-blockers.service.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';
import { ProjectApprovalEntity } from '../releases.entities.js';
import { approvalFault, asksForApproval } from '../rules/approval.policy.js';
import type { DraftVersion, GivenApproval, WaitingApproval } from '../rules/approval.policy.js';
import { GIVEN_APPROVAL, USED_APPROVAL, WAITING_APPROVAL } from './approvals.queries.js';

interface Row {
  readonly approval_id: string;
  readonly draft_etag: string;
  readonly base_version_number: number | null;
  readonly approved_by: string;
  readonly approver_is_active: boolean;
}

interface WaitingRow {
  readonly approval_id: string;
  readonly requested_by: string;
  readonly requested_at: Date;
}

/** Under `release_approval`, another person must have approved the draft. */
@Injectable()
export class ApprovalGate implements ReleaseGate {
  constructor(private readonly clock: Clock) {}

  async faults(db: StoreReader, auth: AuthContext, release: PlannedRelease): Promise<FieldError[]> {
    const { kind, state, published, next } = release;
    // The customer's own section is only for dashboards and does not affect calls (workspace
    // 14.12).
    if (kind === 'dashboard' || !isUnderSwitch(release)) return [];
    const isPublished = isSameJson(published, next);
    // An approval is valid for one release.
    if (isPublished && state.project.lifecycleState === 'active') return [];
    const row = await this.approvalOf(db, release);
    const fault = approvalFault({
      kind,
      publisher: auth.principal,
      draft: draftVersion(state),
      isPublished,
      endsSwitch: asksForApproval(published['governance']) && !asksForApproval(next['governance']),
      approval: row && givenOf(row),
      waiting: await waitingFor(db, state),
    });
    return fault ? [fault] : [];
  }

  /** An approval is for one release. */
  async passed(
    tx: UnitOfWork,
    _auth: AuthContext,
    release: PlannedRelease,
    versionNumber: number,
  ): Promise<void> {
    const { kind, state, published, next } = release;
    if ((kind !== 'publish' && kind !== 'stage') || !isUnderSwitch(release)) return;
    // Publishing an unchanged configuration needs no approval (workspace 14.8).
    if (isSameJson(published, next)) return;
    const row = (await this.approvalOf(tx, release))!;
    await tx
      .repo(ProjectApprovalEntity)
      .update(
        { approvalId: row.approval_id },
        { state: 'used', usedAt: this.clock.now(), usedVersionNumber: versionNumber },
      );
    await tx.auditDone(WORKSPACE_ACTIONS.approvalUsed, {
      project_id: state.project.projectId,
      approval_id: row.approval_id,
      approved_by: row.approved_by,
      version_number: versionNumber,
    });
  }

  private async approvalOf(
    db: StoreReader,
    { kind, state, versionNumber }: PlannedRelease,
  ): Promise<Row | null> {
    const { projectId } = state.project;
    if (kind === 'rollback') return null;
    if (kind === 'finish') return (await db.query<Row>(USED_APPROVAL, [projectId, versionNumber]))[0] ?? null;
    const mark = draftVersion(state);
    const [row] = await db.query<Row>(GIVEN_APPROVAL, [
      projectId,
      mark?.draftEtag ?? null,
      mark?.baseVersionNumber ?? null,
    ]);
    return row ?? null;
  }
}

/** The approval for this state of the draft that was requested but not given yet. */
async function waitingFor(db: StoreReader, state: ConfigurationState): Promise<WaitingApproval | null> {
  const mark = draftVersion(state);
  if (mark === null) return null;
  const values = [state.project.projectId, mark.draftEtag, mark.baseVersionNumber];
  const [row] = await db.query<WaitingRow>(WAITING_APPROVAL, values);
  if (!row) return null;
  return { approvalId: row.approval_id, requestedBy: row.requested_by, requestedAt: row.requested_at };
}

/**
 * Required by the published or the next version: turning it off needs approval too (workspace
 * 14.1).
 */
const isUnderSwitch = ({ published, next }: PlannedRelease): boolean =>
  asksForApproval(published['governance']) || asksForApproval(next['governance']);

const givenOf = (row: Row): GivenApproval => ({
  draftEtag: row.draft_etag,
  baseVersionNumber: row.base_version_number,
  approvedBy: row.approved_by,
  isApproverActive: row.approver_is_active,
});

/** The current draft and the version below it; null without one. */
export const draftVersion = ({ draft, published }: ConfigurationState): DraftVersion | null =>
  draft && { draftEtag: draft.etag, baseVersionNumber: published?.versionNumber ?? null };
