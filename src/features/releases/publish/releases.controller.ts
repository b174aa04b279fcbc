import { Body, Headers, Param, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { RawRequest, type ReceivedRequest } from '../../configuration/rules/raw-request.js';
import { PublishRequest, RollbackRequest } from './releases.request.js';
import { PublicationResponse, ValidationResponse, VersionResponse } from './releases.response.js';
import { ReleasesService } from './releases.service.js';
import { ValidationService } from './validation.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;
const { conflict, preconditionRequired } = CATALOGUE;

/** Validates, publishes and rolls back (workspace section 5). */
@Routes('v1/projects/:project_id', 'Releases and secrets')
export class ReleasesController {
  constructor(
    private readonly releases: ReleasesService,
    private readonly validation: ValidationService,
  ) {}

  @Post('validate')
  @Access({ scopes: PARTNER_ROLES, ...OF_PROJECT, keyless: 'It changes nothing.' })
  @Operation(
    'Validates every section as it would be published now, and changes nothing.',
    'A blocked section prevents publication of the whole draft; release_findings lists other reasons.',
  )
  @ApiBody({ required: false, schema: { type: 'object', additionalProperties: false } })
  @Answers(ValidationResponse)
  validateProject(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @RawRequest() { body }: ReceivedRequest,
  ): Promise<ValidationResponse> {
    return this.validation.validate(auth, projectId, body);
  }

  @Post('publish')
  @Access({
    scopes: ['partner_admin'],
    ...OF_PROJECT,
    errors: [
      conflict,
      WORKSPACE_ERRORS.nothingToPublish,
      WORKSPACE_ERRORS.stagedReleaseActive,
      preconditionRequired,
      PROJECT_ERRORS.archived,
    ],
  })
  @Idempotent({ operation: 'workspace.publish', required: true })
  @Operation(
    'Publishes the draft as the next version; a project in setup becomes active.',
    'Sections that were never saved are published with their defaults. While one section is blocked the ' +
      'answer is 422, and details.field_errors names every error as section.path. A draft that changes ' +
      'governance or testing overrides is published with a bearer token only: a key gets 422 ' +
      'bearer_required. A draft that equals the published version ends without a new version: the response ' +
      'is the published one, with changed false. If governance has release_approval second_person, another ' +
      'person has to approve the draft first. If it has conversation_tests must_pass, each test that has ' +
      'not passed on exactly this draft is 422.',
  )
  @IfMatch('The etag of the draft that you read. Required once a draft exists: 428. A stale one is 409.')
  @ApiBody({ type: PublishRequest, required: false })
  @Answers(PublicationResponse)
  publishProject(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: PublishRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation,
  ): Promise<PublicationResponse> {
    return this.releases.publish(auth, projectId, request, ifMatch, reservation);
  }

  @Post('rollback')
  @Access({
    scopes: ['partner_admin'],
    ...OF_PROJECT,
    errors: [
      WORKSPACE_ERRORS.nothingToPublish,
      WORKSPACE_ERRORS.stagedReleaseActive,
      PROJECT_ERRORS.archived,
    ],
  })
  @Idempotent({ operation: 'workspace.rollback', required: true })
  @Operation(
    'Publishes the content of an older version as the next version.',
    "A draft keeps its content, under a new etag. The content is validated by today's rules: a reference " +
      'to a deleted secret is 422. A version whose governance or testing overrides differ from the ' +
      'published ones can be restored with a bearer token only: a key gets 422 bearer_required.',
  )
  @Answers(VersionResponse)
  rollbackProject(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: RollbackRequest,
    @Reserved() reservation: Reservation,
  ): Promise<VersionResponse> {
    return this.releases.rollback(auth, projectId, request, reservation);
  }
}
