import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { CreateSecretRequest, RotateSecretRequest, SecretParams } from './secrets.request.js';
import { DeletedSecretResponse, SecretListResponse, SecretResponse } from './secrets.response.js';
import { SecretsService } from './secrets.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { WORKSPACE_ERRORS } from '../configuration.errors.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const WRITERS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['partner_admin'],
  client: 'query',
  project: 'params',
  surface: 'partner',
};

/** The secrets of a project (workspace section 4). */
@Routes('v1/projects/:project_id/secrets', 'Releases and secrets')
export class SecretsController {
  constructor(private readonly secrets: SecretsService) {}

  @Get()
  @Access({ scopes: PARTNER_ROLES, client: 'query', project: 'params', surface: 'partner' })
  @Operation("Lists a project's secrets; their values are never shown.")
  @Answers(SecretListResponse)
  listSecrets(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
  ): Promise<SecretListResponse> {
    return this.secrets.list(auth, projectId);
  }

  @Post()
  @Access({
    ...WRITERS,
    errors: [PROJECT_ERRORS.archived, WORKSPACE_ERRORS.secretExists, WORKSPACE_ERRORS.secretLimit],
  })
  @Idempotent({ operation: 'workspace.secrets.create', required: true })
  @Operation('Stores a secret under a name that sections can refer to.')
  @Answers(SecretResponse)
  createSecret(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: CreateSecretRequest,
    @Reserved() reservation: Reservation,
  ): Promise<SecretResponse> {
    return this.secrets.create(auth, projectId, request, reservation);
  }

  @Post(':secret_name/rotate')
  @Access({ ...WRITERS, errors: [PROJECT_ERRORS.archived] })
  @Idempotent({ operation: 'workspace.secrets.rotate', required: true })
  @Operation(
    'Gives a secret a new value.',
    'You need not publish: the runtime gets it with its next request for the configuration.',
  )
  @Answers(SecretResponse)
  rotateSecret(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, secret_name: secretName }: SecretParams,
    @Query() _query: ClientChoice,
    @Body() { value }: RotateSecretRequest,
    @Reserved() reservation: Reservation,
  ): Promise<SecretResponse> {
    return this.secrets.rotate(auth, projectId, secretName, value, reservation);
  }

  @Delete(':secret_name')
  @Access({ ...WRITERS, errors: [PROJECT_ERRORS.archived, WORKSPACE_ERRORS.secretInUse] })
  @Idempotent({ operation: 'workspace.secrets.delete', plainAnswer: true })
  @Operation(
    'Deletes a secret that neither the draft nor the published version refers to.',
    'While one of them refers to it, the answer is 409, and details.field_errors names the places.',
  )
  @Answers(DeletedSecretResponse)
  deleteSecret(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, secret_name: secretName }: SecretParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<DeletedSecretResponse> {
    return this.secrets.remove(auth, projectId, secretName, reservation);
  }
}
