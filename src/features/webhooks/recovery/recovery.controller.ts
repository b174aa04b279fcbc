import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { WebhookParams, WebhookQuery } from '../rules/webhook-path.request.js';
import { WEBHOOK_ERRORS } from '../webhooks.errors.js';
import { RecoverWebhookRequest } from './recovery.request.js';
import { RecoveryResponse } from './recovery.response.js';
import { RecoveryService } from './recovery.service.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** webhooks 8.6. */
@Routes('v1/partner/webhooks', 'Webhooks')
export class RecoveryController {
  constructor(private readonly recovery: RecoveryService) {}

  @Post(':webhook_id/recover')
  @Access({
    scopes: ['partner_admin'],
    client: 'query',
    project: 'query',
    surface: 'partner',
    errors: [WEBHOOK_ERRORS.disabled],
  })
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  // A preview and the recovery itself, twice.
  @RateLimit({ caller: { limit: 5, seconds: 60 } }, { operation: 'webhooks.recover' })
  @Operation(
    'Sends a webhook the events of a range that it missed, or counts them.',
    'Missed events are those whose deliveries failed, were blocked or cancelled, or were never ' +
      'attempted; only event types that the webhook names now. At most 5000 per request.',
  )
  @Answers(RecoveryResponse)
  requestWebhookRecovery(
    @Auth() auth: AuthContext,
    @Param() { webhook_id: webhookId }: WebhookParams,
    @Query() { project_id: projectId }: WebhookQuery,
    @Body() request: RecoverWebhookRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<RecoveryResponse> {
    return this.recovery.recover(auth, { webhookId, projectId }, request, reservation);
  }
}
