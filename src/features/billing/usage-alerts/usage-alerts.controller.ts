import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { CATALOGUE } from '../../../core/kernel/catalogue.js';
import type { Reservation } from '../../../core/kernel/reservation.js';
import { Nothing } from '../../../core/http/validation.pipe.js';
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
@ApiTags('Billing')
@Controller('v1/billing/usage-alerts')
export class UsageAlertsController {
  constructor(private readonly alerts: UsageAlertsService) {}

  @Get()
  @Access(ALERT_OWNERS)
  @ApiOperation({
    summary: 'Thresholds of usage that the client is told of, and when they were reached last.',
  })
  @ApiOkResponse({ type: UsageAlertsResponse })
  listUsageAlerts(@Auth() auth: AuthContext, @Query() _query: NamedClient): Promise<UsageAlertsResponse> {
    return this.alerts.list(auth);
  }

  @Post()
  @HttpCode(200)
  @Access({ ...inBody, errors: [CATALOGUE.conflict] })
  @Idempotent({ operation: 'billing.usage-alerts.create', plainAnswer: true })
  @ApiOperation({
    summary: 'Adds a threshold of usage.',
    description:
      'It is compared every five minutes and told once a billing period, by mail to those who get the invoices. With ' +
      '`pause_campaigns` running campaigns are paused, and none is launched until the period ends or the threshold is raised.',
  })
  @ApiOkResponse({ type: UsageAlert })
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
  @ApiOperation({
    summary: 'Changes a threshold or what is done when it is reached; what is left out stays.',
  })
  @ApiOkResponse({ type: UsageAlert })
  updateUsageAlert(
    @Auth() auth: AuthContext,
    @Param() { alert_id: alertId }: UsageAlertParams,
    @Query() _query: ClientChoice,
    @Body() request: ChangeUsageAlertRequest,
  ): Promise<UsageAlert> {
    return this.alerts.change(auth, alertId, request);
  }

  @Delete(':alert_id')
  @Access(ALERT_OWNERS)
  @ApiOperation({ summary: 'Takes a threshold away, and with it what it capped.' })
  @ApiOkResponse({ type: RemovedUsageAlertResponse })
  deleteUsageAlert(
    @Auth() auth: AuthContext,
    @Param() { alert_id: alertId }: UsageAlertParams,
    @Query() _query: NamedClient,
    @Body() _body: Nothing,
  ): Promise<RemovedUsageAlertResponse> {
    return this.alerts.remove(auth, alertId);
  }
}
