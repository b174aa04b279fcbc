import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { echoableToken, staleConflict } from '../../../core/http/errors/stale.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import type { AuditAction } from '../../../core/shared/audit-event.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { requireBody } from '../../../core/http/schemas/schema-check.policy.js';
import { closed } from '../../../core/http/schemas/schema-parts.js';
import { Clock } from '../../../core/time/clock.js';
import { ProjectApprovalEntity } from '../releases.entities.js';
import { ChangesSince } from '../../configuration/lookup/changes-since.service.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import { ProjectConfigurations } from '../../configuration/lookup/project-configurations.service.js';
import type { ReceivedRequest } from '../../configuration/rules/raw-request.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { draftVersion } from './approval-gate.service.js';
import { approvalAfter, isSameDraft, type DraftVersion } from '../rules/approval.policy.js';
import { APPROVALS_PAGE } from './approvals.queries.js';
import type { ApprovalListRequest, RequestApprovalRequest } from './approvals.request.js';
import type { ApprovalListResponse, ApprovalResponse } from './approvals.response.js';

const NO_BODY = closed({});

type PageRow = {
  readonly total: number;
  readonly current_base: number | null;
  readonly current_etag: string | null;
} & (ApprovalRow | { readonly approval_id: null });

/** A second person's approval of a draft, before it is published (workspace section 14). */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly configurations: ProjectConfigurations,
    private readonly changes: ChangesSince,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  async list(
    auth: AuthContext,
    projectId: string,
    { page, page_size: pageSize }: ApprovalListRequest,
  ): Promise<ApprovalListResponse> {
    const rows = await this.metadata.read(auth, (db) =>
      db.query<PageRow>(APPROVALS_PAGE, [projectId, pageSize, rowsBefore(page, pageSize)]),
    );
    const items = rows.flatMap((row) =>
      row.approval_id === null ? [] : [approvalRecord(fromRow(row), markOf(row))],
    );
    return { items, pagination: paginationOf(page, pageSize, rows[0]?.total ?? 0) };
  }

  /**
   * Requests an approval of the current draft.
   * @throws 409 if the draft is not the named one, without a draft, and if this state of it already
   *   has an open or given approval; 409 for an archived project
   */
  request(
    auth: AuthContext,
    projectId: string,
    { draft_etag: draftEtag, note }: RequestApprovalRequest,
    reservation: Reservation,
  ): Promise<ApprovalResponse> {
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const mark = draftVersion(state);
      if (!mark) throw new PlatformError(WORKSPACE_ERRORS.nothingToPublish);
      if (mark.draftEtag !== draftEtag) throw await this.stale(auth, tx, state, draftEtag);
      const approvals = tx.repo(ProjectApprovalEntity);
      const others = await approvals.find({ projectId, draftEtag });
      if (others.some((it) => approvalAfter(it.state, 'withdraw') !== null && isSameDraft(it, mark)))
        throw new PlatformError(WORKSPACE_ERRORS.approvalOpen);
      const approval: Approval = {
        ...UNDECIDED,
        ...mark,
        approvalId: randomUUID(),
        note: note ?? null,
        requestedBy: auth.principal.id,
        requestedAt: this.clock.now(),
      };
      await approvals.insert({ projectId, ...approval });
      return this.done(tx, WORKSPACE_ACTIONS.approvalRequested, state, approval, reservation);
    });
  }

  /**
   * Gives an approval that another person requested.
   * @throws 404; 409 if the caller requested it, if it is no longer open, and if the draft has
   *   changed
   */
  approve(
    auth: AuthContext,
    projectId: string,
    approvalId: string,
    sent: ReceivedRequest,
  ): Promise<ApprovalResponse> {
    return this.move(auth, projectId, approvalId, 'approve', sent);
  }

  /** Withdraws a request or an unused approval. @throws 404; 409 if it is closed */
  withdraw(
    auth: AuthContext,
    projectId: string,
    approvalId: string,
    sent: ReceivedRequest,
  ): Promise<ApprovalResponse> {
    return this.move(auth, projectId, approvalId, 'withdraw', sent);
  }

  private async move(
    auth: AuthContext,
    projectId: string,
    approvalId: string,
    act: 'approve' | 'withdraw',
    { body, reservation }: ReceivedRequest,
  ): Promise<ApprovalResponse> {
    requireBody(NO_BODY, body ?? {});
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const approvals = tx.repo(ProjectApprovalEntity);
      const found = isGivenId(approvalId) ? await approvals.findOne({ projectId, approvalId }) : null;
      if (!found) throw notFound();
      const next = approvalAfter(found.state, act);
      if (next === null) throw new PlatformError(WORKSPACE_ERRORS.approvalClosed);
      const [by, at] = [auth.principal.id, this.clock.now()];
      if (act === 'approve') requireSecondPerson(found, by, draftVersion(state));
      const change =
        act === 'approve'
          ? { state: next, approvedBy: by, approvedAt: at }
          : { state: next, withdrawnBy: by, withdrawnAt: at };
      await approvals.update({ projectId, approvalId }, change);
      const action =
        act === 'approve' ? WORKSPACE_ACTIONS.approvalGiven : WORKSPACE_ACTIONS.approvalWithdrawn;
      return this.done(tx, action, state, { ...found, ...change }, reservation);
    });
  }

  private async done(
    tx: UnitOfWork,
    action: AuditAction,
    state: ConfigurationState,
    approval: Approval,
    reservation: Reservation | null,
  ): Promise<ApprovalResponse> {
    await tx.auditDone(action, {
      project_id: state.project.projectId,
      approval_id: approval.approvalId,
      draft_etag: approval.draftEtag,
    });
    return tx.complete(reservation, approvalRecord(approval, draftVersion(state)));
  }

  private async stale(
    auth: AuthContext,
    tx: UnitOfWork,
    { draft, project: { projectId } }: ConfigurationState,
    draftEtag: string,
  ): Promise<PlatformError> {
    const sent = echoableToken(draftEtag);
    const changed = sent === null ? null : await this.changes.paths(auth, tx, projectId, sent, null);
    return staleConflict(
      { guard: 'draft_etag', sent, current: draft?.etag ?? null, changed_paths: changed },
      'The draft changed since you read it. Read it again, and request an approval of its current state.',
    );
  }
}

const UNDECIDED = {
  state: 'requested',
  approvedBy: null,
  approvedAt: null,
  withdrawnBy: null,
  withdrawnAt: null,
  usedAt: null,
  usedVersionNumber: null,
} as const;

/** @throws 409 for the person who requested it, and if its draft no longer exists */
function requireSecondPerson(approval: Approval, approver: string, draft: DraftVersion | null): void {
  if (approval.requestedBy === approver) throw new PlatformError(WORKSPACE_ERRORS.approvalOwn);
  if (!draft || !isSameDraft(approval, draft)) throw new PlatformError(WORKSPACE_ERRORS.approvalStale);
}

const markOf = (row: PageRow): DraftVersion | null =>
  row.current_etag === null ? null : { draftEtag: row.current_etag, baseVersionNumber: row.current_base };

/** An approval in the form that this folder uses. */
type Approval = Omit<ProjectApprovalEntity, 'clientId' | 'dataEnv' | 'projectId'>;

type Instants = 'requested_at' | 'approved_at' | 'withdrawn_at' | 'used_at';
/** An approval as a statement returns it. */
type ApprovalRow = Omit<ApprovalResponse, 'is_stale' | Instants> & {
  readonly requested_at: Date;
  readonly approved_at: Date | null;
  readonly withdrawn_at: Date | null;
  readonly used_at: Date | null;
};

const fromRow = (row: ApprovalRow): Approval => ({
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

/** @param draft the current one; null without one */
const approvalRecord = (approval: Approval, draft: DraftVersion | null): ApprovalResponse => ({
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
