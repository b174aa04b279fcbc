import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PEOPLE } from '../rules/callers.js';
import { ListAlertsRequest } from './list.request.js';
import { AlertsResponse } from './list.response.js';
import { AlertListService } from './list.service.js';

/** alerts section 3. */
@Routes('v1/alerts', 'Alerts')
export class AlertListController {
  constructor(private readonly alerts: AlertListService) {}

  @Get()
  @Access({ ...PEOPLE, project: 'query' })
  @Operation(
    'Lists alerts that need a person now, one per cause, most severe first.',
    'Each role sees the kinds whose own routes it may call. Once the cause has ended, the alert is no longer listed.',
  )
  @Answers(AlertsResponse)
  listAlerts(@Auth() auth: AuthContext, @Query() request: ListAlertsRequest): Promise<AlertsResponse> {
    return this.alerts.list(auth, request);
  }
}
