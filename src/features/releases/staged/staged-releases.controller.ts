import { Body, Get, Headers, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { EndStagedReleaseRequest, StartStagedReleaseRequest } from './staged-releases.request.js';
import { StagedReleaseResponse } from './staged-releases.response.js';
import { StagedReleasesService } from './staged-releases.service.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;
const WRITER = { scopes: ['partner_admin'], ...OF_PROJECT } as const;
const ENDS = [WORKSPACE_ERRORS.stagedReleaseEnded, PROJECT_ERRORS.archived];

/** Releases for a share of the calls (workspace section 15). */
@Routes('v1/projects/:project_id/staged-release', 'Releases and secrets')
export class StagedReleasesController {
  constructor(private readonly releases: StagedReleasesService) {}

  @Get()
  @Access({ scopes: PARTNER_ROLES, ...OF_PROJECT })
  @Operation(
    'Shows the staged release of a project, or the last one if it has ended.',
    'A project that never had one is 404.',
  )
  @Answers(StagedReleaseResponse)
  getStagedRelease(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
  ): Promise<StagedReleaseResponse> {
    return this.releases.show(auth, projectId);
  }

  @Post()
  @Access({
    ...WRITER,
    errors: [
      CATALOGUE.conflict,
      WORKSPACE_ERRORS.nothingToPublish,
      WORKSPACE_ERRORS.notPublished,
      WORKSPACE_ERRORS.stagedReleaseActive,
      CATALOGUE.preconditionRequired,
      PROJECT_ERRORS.archived,
    ],
  })
  @Idempotent({ operation: 'workspace.staged-release.start', required: true })
  @Operation(
    'Makes the draft the next version for a share of the callers or for some numbers.',
    'All other calls run the published version. The same checks apply as for publishing. Until it is ' +
      'finished or taken back, nothing else is released; the draft stays and may be edited.',
  )
  @IfMatch('The etag of the draft that you read. Missing: 428; stale: 409.')
  @Answers(StagedReleaseResponse)
  startStagedRelease(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: StartStagedReleaseRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation,
  ): Promise<StagedReleaseResponse> {
    return this.releases.start(auth, projectId, request, ifMatch, reservation);
  }

  @Post('finish')
  @Access({ ...WRITER, errors: ENDS })
  @Idempotent({ operation: 'workspace.staged-release.finish', required: true })
  @Operation(
    'Publishes the staged version: all calls run it from now on.',
    "It is validated by today's rules. Any version other than the staged one is 409. The draft that " +
      'became the version ends, unless it has been edited since.',
  )
  @Answers(StagedReleaseResponse)
  finishStagedRelease(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: EndStagedReleaseRequest,
    @Reserved() reservation: Reservation,
  ): Promise<StagedReleaseResponse> {
    return this.releases.finish(auth, projectId, request, reservation);
  }

  @Post('take-back')
  @Access({ ...WRITER, errors: ENDS })
  @Idempotent({ operation: 'workspace.staged-release.take-back', required: true })
  @Operation(
    'Takes the staged version back: all calls run the published version again.',
    'Its number is not reused, and no rollback to it is possible. Any version other than the staged one is 409.',
  )
  @Answers(StagedReleaseResponse)
  takeBackStagedRelease(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: EndStagedReleaseRequest,
    @Reserved() reservation: Reservation,
  ): Promise<StagedReleaseResponse> {
    return this.releases.takeBack(auth, projectId, request, reservation);
  }
}
