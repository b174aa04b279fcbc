import { Body, Headers, Param, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { DeliveryRecord } from '../rules/delivery.response.js';
import { WebhookParams, WebhookQuery } from '../rules/webhook-path.request.js';
import { WEBHOOK_ERRORS } from '../webhooks.errors.js';
import { TestWebhookRequest } from './trial.request.js';
import { WebhookTrialService } from './trial.service.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

const { conflict, preconditionRequired, validationFailed } = CATALOGUE;

/** webhooks 8.1. */
@Routes('v1/partner/webhooks', 'Webhooks')
export class WebhookTrialController {
  constructor(private readonly trials: WebhookTrialService) {}

  @Post(':webhook_id/test')
  @Access({
    scopes: ['partner_admin'],
    client: 'query',
    project: 'query',
    surface: 'partner',
    errors: [validationFailed, conflict, preconditionRequired, WEBHOOK_ERRORS.disabled],
  })
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @RateLimit({ caller: { limit: 5, seconds: 60 } }, { operation: 'webhooks.test' })
  @Operation(
    'Sends an example of an event to a webhook, once.',
    'The body says `test: true` and describes a fictitious call. The history shows the result.',
  )
  @IfMatch('The revision_hash that you read. Missing or *: 428; stale: 409.', { required: true })
  @ApiBody({ type: TestWebhookRequest, required: false })
  @Answers(DeliveryRecord)
  testWebhook(
    @Auth() auth: AuthContext,
    @Param() { webhook_id: webhookId }: WebhookParams,
    @Query() { project_id: projectId }: WebhookQuery,
    @Body() { event_type: eventType }: TestWebhookRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
  ): Promise<DeliveryRecord> {
    return this.trials.send(auth, { webhookId, projectId }, eventType, ifMatch, reservation);
  }
}
