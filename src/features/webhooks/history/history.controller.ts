import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { DeliveryRecord } from '../rules/delivery.response.js';
import { WEBHOOK_ERRORS } from '../webhooks.errors.js';
import { DeliveryHistoryQuery, DeliveryParams } from './history.request.js';
import { DeliveryHistoryResponse } from './history.response.js';
import { DeliveryHistoryService } from './history.service.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

/** webhooks section 8. */
@Routes('v1/partner/webhooks/deliveries', 'Webhooks')
export class DeliveryHistoryController {
  constructor(private readonly history: DeliveryHistoryService) {}

  @Get()
  @Access({
    scopes: PARTNER_ROLES,
    client: 'query',
    project: 'query',
    surface: 'partner',
    errors: [CATALOGUE.validationFailed],
  })
  @Operation(
    'Lists deliveries of the last 30 days, including waiting ones.',
    'Latest first. Neither request nor response bodies are stored.',
  )
  @Answers(DeliveryHistoryResponse)
  listWebhookDeliveries(
    @Auth() auth: AuthContext,
    @Query() query: DeliveryHistoryQuery,
  ): Promise<DeliveryHistoryResponse> {
    return this.history.list(auth, query);
  }

  @Post(':delivery_id/redeliver')
  @HttpCode(202)
  @Access({
    scopes: ['partner_admin'],
    client: 'query',
    surface: 'partner',
    errors: [CATALOGUE.conflict, WEBHOOK_ERRORS.disabled],
  })
  @Idempotent({
    operation: 'webhooks.redeliver',
    effect: 'tenant',
    plainAnswer: true,
    resource: 'delivery_id',
  })
  // For single deliveries that people send again; recovery handles larger numbers.
  @RateLimit({ caller: { limit: 30, seconds: 60 } }, { operation: 'webhooks.redeliver' })
  @Operation(
    'Sends the event of a delivery again.',
    'The new delivery has a new delivery_id and the same event_id, and shows the current state of the call.',
  )
  @ApiAcceptedResponse({ type: DeliveryRecord })
  requestWebhookRedelivery(
    @Auth() auth: AuthContext,
    @Param() { delivery_id: deliveryId }: DeliveryParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<DeliveryRecord> {
    return this.history.redeliver(auth, deliveryId, reservation);
  }
}
