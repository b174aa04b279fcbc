import { Body, Get, Param, Put, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { LegacyProjectResponse } from '../rules/legacy-project.response.js';
import { BillingSummaryService } from './billing-summary.service.js';
import { BillingSummaryRequest, BillingUpdateRequest } from './legacy-billing.request.js';
import { BillingConfigResponse, BillingSummaryResponse } from './legacy-billing.response.js';
import { LegacyBillingService } from './legacy-billing.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PROJECT_ERRORS } from '../projects.errors.js';
import type { Scope } from '../../../core/shared/roles.js';

const BY_KEY = { credentials: 'api_key', client: 'query', project: 'params', surface: 'general' } as const;
const LEGACY_KEYS: readonly Scope[] = ['read-only', 'full-access'];

/** Billing terms in the legacy model (projects 7.3, 7.4, 7.6). */
@Routes('v1/projects/:project_id', 'Projects')
export class LegacyBillingController {
  constructor(
    private readonly billing: LegacyBillingService,
    private readonly summaries: BillingSummaryService,
  ) {}

  @Get('billing-config')
  @Access({ scopes: LEGACY_KEYS, ...BY_KEY })
  @Operation("Shows the prices of a project's calls.")
  @Answers(BillingConfigResponse)
  getBillingConfig(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
  ): Promise<BillingConfigResponse> {
    return this.billing.config(auth, projectId);
  }

  @Get('billing-summary')
  @Access({ scopes: LEGACY_KEYS, ...BY_KEY })
  @Operation(
    'Estimates the cost of the calls of a range at current prices.',
    'Calls that retention has deleted are not included.',
  )
  @Answers(BillingSummaryResponse)
  getBillingSummary(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() request: BillingSummaryRequest,
  ): Promise<BillingSummaryResponse> {
    return this.summaries.summarise(auth, projectId, request);
  }

  @Put()
  @Access({ scopes: ['full-access'], ...BY_KEY, errors: [PROJECT_ERRORS.archived] })
  @Idempotent({ operation: 'project_billing.update' })
  @Operation("Changes the prices of a project's calls; omitted fields keep their values.")
  @Answers(LegacyProjectResponse)
  updateProjectBilling(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: BillingUpdateRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<LegacyProjectResponse> {
    return this.billing.update(auth, projectId, request, reservation);
  }
}
