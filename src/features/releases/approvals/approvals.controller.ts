import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { RawRequest, type ReceivedRequest } from '../../configuration/rules/raw-request.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { ApprovalListRequest, ApprovalParams, RequestApprovalRequest } from './approvals.request.js';
import { ApprovalListResponse, ApprovalResponse } from './approvals.response.js';
import { ApprovalsService } from './approvals.service.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;
const PEOPLE = { scopes: ['partner_admin'], credentials: 'bearer', ...OF_PROJECT } as const;
const emptyBody = { required: false, schema: { type: 'object', additionalProperties: false } } as const;

/** A second person's approval of a draft (workspace section 14). */
@Routes('v1/projects/:project_id/approvals', 'Releases and secrets')
export class ApprovalsController {
  constructor(private readonly approvals: ApprovalsService) {}

  @Get()
  @Access({ scopes: PARTNER_ROLES, ...OF_PROJECT })
  @Operation("Lists the approvals of a project's drafts, newest first.")
  @Answers(ApprovalListResponse)
  listApprovals(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() request: ApprovalListRequest,
  ): Promise<ApprovalListResponse> {
    return this.approvals.list(auth, projectId, request);
  }

  @Post()
  @Access({
    ...PEOPLE,
    errors: [
      CATALOGUE.conflict,
      WORKSPACE_ERRORS.approvalOpen,
      WORKSPACE_ERRORS.nothingToPublish,
      PROJECT_ERRORS.archived,
    ],
  })
  @Idempotent({ operation: 'workspace.approvals.request', required: true })
  @Operation(
    'Requests an approval of the current draft.',
    'An approval is valid for exactly this state of the draft and this published version: an edit, a ' +
      'publication or a rollback makes it stale. A stale etag is 409.',
  )
  @Answers(ApprovalResponse)
  requestApproval(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: RequestApprovalRequest,
    @Reserved() reservation: Reservation,
  ): Promise<ApprovalResponse> {
    return this.approvals.request(auth, projectId, request, reservation);
  }

  @Post(':approval_id/approve')
  @Access({
    ...PEOPLE,
    errors: [
      WORKSPACE_ERRORS.approvalClosed,
      WORKSPACE_ERRORS.approvalOwn,
      WORKSPACE_ERRORS.approvalStale,
      PROJECT_ERRORS.archived,
    ],
  })
  @Idempotent({ operation: 'workspace.approvals.approve', required: true })
  @Operation(
    "Approves a draft at another person's request.",
    'The approver may have edited the draft, but may not publish it.',
  )
  @ApiBody(emptyBody)
  @Answers(ApprovalResponse)
  approveDraft(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, approval_id: approvalId }: ApprovalParams,
    @Query() _query: ClientChoice,
    @RawRequest() sent: ReceivedRequest,
  ): Promise<ApprovalResponse> {
    return this.approvals.approve(auth, projectId, approvalId, sent);
  }

  @Post(':approval_id/withdraw')
  @Access({ ...PEOPLE, errors: [WORKSPACE_ERRORS.approvalClosed, PROJECT_ERRORS.archived] })
  @Idempotent({ operation: 'workspace.approvals.withdraw', required: true })
  @Operation(
    'Withdraws a request, or an unused approval.',
    'Any partner_admin can do this. A version that was published with it stays published.',
  )
  @ApiBody(emptyBody)
  @Answers(ApprovalResponse)
  withdrawApproval(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, approval_id: approvalId }: ApprovalParams,
    @Query() _query: ClientChoice,
    @RawRequest() sent: ReceivedRequest,
  ): Promise<ApprovalResponse> {
    return this.approvals.withdraw(auth, projectId, approvalId, sent);
  }
}
