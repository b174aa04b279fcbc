import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { RecordDeploymentRequest } from './deployments.request.js';
import { DeploymentListResponse, DeploymentResponse, DriftResponse } from './deployments.response.js';
import { DeploymentsService } from './deployments.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;

/** Shows deployments and records them (workspace section 8). */
@Routes('v1/projects/:project_id', 'Releases and secrets')
export class DeploymentsController {
  constructor(private readonly deployments: DeploymentsService) {}

  @Get('runtime-drift')
  @Access({ scopes: PARTNER_ROLES, ...OF_PROJECT })
  @Operation('Shows whether the runtime runs the published version.')
  @Answers(DriftResponse)
  getRuntimeDrift(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
  ): Promise<DriftResponse> {
    return this.deployments.drift(auth, projectId);
  }

  @Get('runtime-provenance')
  @Access({ scopes: PARTNER_ROLES, ...OF_PROJECT })
  @Operation('Lists the last 50 deployments: who deployed which version where.')
  @Answers(DeploymentListResponse)
  listDeployments(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
  ): Promise<DeploymentListResponse> {
    return this.deployments.list(auth, projectId);
  }

  @Post('runtime-provenance')
  @Access({ scopes: ['partner_admin'], ...OF_PROJECT, errors: [PROJECT_ERRORS.archived] })
  @Idempotent({ operation: 'workspace.runtime-provenance', required: true })
  @Operation('Records that you deployed a version; deploys nothing.')
  @Answers(DeploymentResponse)
  recordDeployment(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: RecordDeploymentRequest,
    @Reserved() reservation: Reservation,
  ): Promise<DeploymentResponse> {
    return this.deployments.record(auth, projectId, request, reservation);
  }
}
