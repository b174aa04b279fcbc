import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { ALERT_OWNERS } from '../rules/callers.js';
import { NamedClient } from '../rules/named-client.request.js';
import {
  ChangeUsageAlertRequest,
  CreateUsageAlertRequest,
  UsageAlertParams,
} from './usage-alerts.request.js';
import { RemovedUsageAlertResponse, UsageAlert, UsageAlertsResponse } from './usage-alerts.response.js';
import { UsageAlertsService } from './usage-alerts.service.js';

const inBody = { ...ALERT_OWNERS, client: 'body' } as const;

/** billing section 16. */
@Routes('v1/billing/usage-alerts', 'Billing')
export class UsageAlertsController {
  constructor(private readonly alerts: UsageAlertsService) {}

  @Get()
  @Access(ALERT_OWNERS)
  @Operation('Lists the usage thresholds at which the client gets an email, and when each was last reached.')
  @Answers(UsageAlertsResponse)
  listUsageAlerts(@Auth() auth: AuthContext, @Query() _query: NamedClient): Promise<UsageAlertsResponse> {
    return this.alerts.list(auth);
  }

  @Post()
  @Access({ ...inBody, errors: [CATALOGUE.conflict] })
  @Idempotent({ operation: 'billing.usage-alerts.create', required: true, plainAnswer: true })
  @Operation(
    'Adds a usage threshold.',
    'Usage is compared every five minutes. The first time it reaches the threshold in a billing period, ' +
      'the recipients of the invoices get an email. With `pause_campaigns`, running campaigns are also ' +
      'paused, and none can be launched until the period ends or the threshold is raised.',
  )
  @Answers(UsageAlert)
  createUsageAlert(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: CreateUsageAlertRequest,
    @Reserved() reservation: Reservation,
  ): Promise<UsageAlert> {
    return this.alerts.create(auth, request, reservation);
  }

  @Patch(':alert_id')
  @Access(inBody)
  @Idempotent({ plainAnswer: true })
  @Operation('Changes a threshold or its action; omitted fields keep their values.')
  @Answers(UsageAlert)
  updateUsageAlert(
    @Auth() auth: AuthContext,
    @Param() { alert_id: alertId }: UsageAlertParams,
    @Query() _query: ClientChoice,
    @Body() request: ChangeUsageAlertRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<UsageAlert> {
    return this.alerts.change(auth, alertId, request, reservation);
  }

  @Delete(':alert_id')
  @Access(ALERT_OWNERS)
  @Idempotent({ plainAnswer: true })
  @Operation('Deletes a threshold and lifts its cap.')
  @Answers(RemovedUsageAlertResponse)
  deleteUsageAlert(
    @Auth() auth: AuthContext,
    @Param() { alert_id: alertId }: UsageAlertParams,
    @Query() _query: NamedClient,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<RemovedUsageAlertResponse> {
    return this.alerts.remove(auth, alertId, reservation);
  }
}
