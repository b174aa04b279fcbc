import { Body, Delete, Get, Headers, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { WebhookParams, WebhookQuery } from '../rules/webhook-path.request.js';
import { WEBHOOK_ERRORS } from '../webhooks.errors.js';
import { CreateWebhookService } from './create-webhook.service.js';
import {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  ListWebhooksQuery,
  RotateWebhookSecretRequest,
} from './endpoints.request.js';
import {
  DeletedWebhookResponse,
  NewWebhookResponse,
  WebhookListResponse,
  WebhookRecord,
} from './endpoints.response.js';
import { EndpointsService } from './endpoints.service.js';
import { WebhookRotationService } from './webhook-rotation.service.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const { conflict, preconditionRequired, validationFailed } = CATALOGUE;

const WRITERS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['partner_admin'],
  client: 'query',
  surface: 'partner',
  errors: [validationFailed, conflict, preconditionRequired],
};
const OF_WEBHOOK: Omit<ProtectedAccess, 'kind'> = { ...WRITERS, project: 'query' };

/** Each operation has its own limit (webhooks 2.9). */
const FIVE_A_MINUTE = { caller: { limit: 5, seconds: 60 } };

const ETAG = {
  ETag: { description: 'The revision_hash in double quotes.', schema: { type: 'string' as const } },
};
const NEEDED = 'The revision_hash that you read. Missing or *: 428; stale: 409.';
const OR_IN_BODY =
  'The revision_hash that you read, unless it is in the body. Missing in both: 428; stale: 409.';

/** webhooks section 2. */
@Routes('v1/partner/webhooks', 'Webhooks')
export class EndpointsController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly creation: CreateWebhookService,
    private readonly rotation: WebhookRotationService,
  ) {}

  @Get()
  @Access({ scopes: PARTNER_ROLES, client: 'query', project: 'query', surface: 'partner' })
  @Operation(
    "Lists a project's webhooks, and the health of their receivers.",
    'Oldest first. `revision_hash` is the guard of a create. Secrets are never shown again.',
  )
  @Answers(WebhookListResponse, { headers: ETAG })
  async listWebhooks(
    @Auth() auth: AuthContext,
    @Query() { project_id: projectId }: ListWebhooksQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookListResponse> {
    return withEtag(response, await this.endpoints.list(auth, projectId));
  }

  @Post()
  @Access({ ...WRITERS, errors: [...WRITERS.errors!, PROJECT_ERRORS.archived, WEBHOOK_ERRORS.limit] })
  @Idempotent({ operation: 'webhooks.create', required: true, plainAnswer: true })
  @RateLimit(FIVE_A_MINUTE, { operation: 'webhooks.create' })
  @Operation(
    'Creates a webhook for a project and shows its signing secret, only this once.',
    'The guard is the revision_hash of the list. A replay returns the same record with `secret` null. A ' +
      'project has at most 20 webhooks. An address that does not exist or is not public, like that of the ' +
      'example, is 422.',
  )
  @IfMatch(OR_IN_BODY)
  @Answers(NewWebhookResponse, { headers: ETAG })
  async createWebhook(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: CreateWebhookRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewWebhookResponse> {
    return withEtag(response, await this.creation.create(auth, request, ifMatch, reservation));
  }

  @Patch(':webhook_id')
  @Access(OF_WEBHOOK)
  @Idempotent({ plainAnswer: true })
  @Operation(
    'Changes a webhook; omitted fields keep their values.',
    'Applies after about a second to every delivery, including waiting ones; `event_types` and ' +
      '`retry_attempts` apply only to new deliveries.',
  )
  @IfMatch(OR_IN_BODY)
  @Answers(WebhookRecord, { headers: ETAG })
  async updateWebhook(
    @Auth() auth: AuthContext,
    @Param() { webhook_id: webhookId }: WebhookParams,
    @Query() { project_id: projectId }: WebhookQuery,
    @Body() request: ChangeWebhookRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookRecord> {
    return withEtag(
      response,
      await this.endpoints.change(auth, { webhookId, projectId }, request, ifMatch, reservation),
    );
  }

  @Delete(':webhook_id')
  @Access(OF_WEBHOOK)
  @Idempotent({ plainAnswer: true })
  @Operation('Deletes a webhook.', 'Waiting deliveries are no longer sent. Its history stays for 30 days.')
  @IfMatch(NEEDED, { required: true })
  @Answers(DeletedWebhookResponse)
  deleteWebhook(
    @Auth() auth: AuthContext,
    @Param() { webhook_id: webhookId }: WebhookParams,
    @Query() { project_id: projectId }: WebhookQuery,
    @Body() _body: EmptyBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
  ): Promise<DeletedWebhookResponse> {
    return this.endpoints.remove(auth, { webhookId, projectId }, ifMatch, reservation);
  }

  @Post(':webhook_id/rotate-secret')
  @Access(OF_WEBHOOK)
  @Idempotent({ plainAnswer: true })
  @RateLimit(FIVE_A_MINUTE, { operation: 'webhooks.rotate-secret' })
  @Operation(
    'Gives a webhook a new signing secret and shows it, only this once.',
    'Until the old secret ends, deliveries carry one signature per secret. A replay returns the same record ' +
      'with `secret` null.',
  )
  @IfMatch(NEEDED, { required: true })
  @ApiBody({ type: RotateWebhookSecretRequest, required: false })
  @Answers(NewWebhookResponse, { headers: ETAG })
  async rotateWebhookSecret(
    @Auth() auth: AuthContext,
    @Param() { webhook_id: webhookId }: WebhookParams,
    @Query() { project_id: projectId }: WebhookQuery,
    @Body() { previous_secret_valid_seconds: overlap }: RotateWebhookSecretRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NewWebhookResponse> {
    return withEtag(
      response,
      await this.rotation.rotate(auth, { webhookId, projectId }, overlap, ifMatch, reservation),
    );
  }

  @Post(':webhook_id/end-previous-secret')
  @Access(OF_WEBHOOK)
  @Idempotent({ plainAnswer: true })
  @Operation('Ends the overlap of a rotation early.')
  @IfMatch(NEEDED, { required: true })
  @Answers(WebhookRecord, { headers: ETAG })
  async revokePreviousWebhookSecret(
    @Auth() auth: AuthContext,
    @Param() { webhook_id: webhookId }: WebhookParams,
    @Query() { project_id: projectId }: WebhookQuery,
    @Body() _body: EmptyBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookRecord> {
    return withEtag(
      response,
      await this.rotation.endPrevious(auth, { webhookId, projectId }, ifMatch, reservation),
    );
  }
}

function withEtag<T extends { readonly revision_hash: string }>(response: Response, answer: T): T {
  response.setHeader('ETag', quotedEtag(answer.revision_hash));
  return answer;
}
