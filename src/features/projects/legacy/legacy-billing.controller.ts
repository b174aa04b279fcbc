import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext, Scope } from '../../../core/kernel/auth-context.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/kernel/reservation.js';
import { LegacyProjectResponse } from '../rules/legacy-project.response.js';
import { BillingSummaryService } from './billing-summary.service.js';
import { BillingSummaryRequest, BillingUpdateRequest } from './legacy-billing.request.js';
import { BillingConfigResponse, BillingSummaryResponse } from './legacy-billing.response.js';
import { LegacyBillingService } from './legacy-billing.service.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { PROJECT_ERRORS } from '../projects.errors.js';

const LEGACY_KEYS: readonly Scope[] = ['read-only', 'full-access'];

/** Billing terms in the legacy model (projects 7.3, 7.4, 7.6). */
@ApiTags('Projects')
@Controller('v1/projects/:project_id')
export class LegacyBillingController {
  constructor(
    private readonly billing: LegacyBillingService,
    private readonly summaries: BillingSummaryService,
  ) {}

  @Get('billing-config')
  @Access({
    scopes: LEGACY_KEYS,
    credentials: 'api_key',
    client: 'query',
    project: 'params',
    surface: 'general',
  })
  @ApiOperation({ summary: "What a project's calls cost." })
  @ApiOkResponse({ type: BillingConfigResponse })
  getBillingConfig(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
  ): Promise<BillingConfigResponse> {
    return this.billing.config(auth, projectId);
  }

  @Get('billing-summary')
  @Access({
    scopes: LEGACY_KEYS,
    credentials: 'api_key',
    client: 'query',
    project: 'params',
    surface: 'general',
  })
  @ApiOperation({
    summary: 'An estimate of what the calls of a range cost, under the terms of now.',
    description: 'Calls whose month has been dropped by retention are not in it.',
  })
  @ApiOkResponse({ type: BillingSummaryResponse })
  getBillingSummary(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() request: BillingSummaryRequest,
  ): Promise<BillingSummaryResponse> {
    return this.summaries.summarise(auth, projectId, request);
  }

  @Put()
  @Access({
    scopes: ['full-access'],
    credentials: 'api_key',
    client: 'query',
    project: 'params',
    surface: 'general',
    errors: [PROJECT_ERRORS.archived],
  })
  @Idempotent({ operation: 'project_billing.update', required: false })
  @ApiOperation({ summary: "Changes what a project's calls cost; what is left out stays as it is." })
  @ApiOkResponse({ type: LegacyProjectResponse })
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
