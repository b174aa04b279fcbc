import { Get, Query } from '@nestjs/common';
import { Access } from '../../../core/auth/access.decorator.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { EveryAuth } from '../../../core/tenancy/every-auth.decorator.js';
import { AlertCountsReader } from '../lookup/alert-counts.service.js';
import { AlertCountsOfClients } from './counts.response.js';

/** alerts section 6. */
@Routes('v1/portal/alert-counts', 'Alerts')
export class AlertCountsController {
  constructor(private readonly counts: AlertCountsReader) {}

  @Get()
  @Access({ scopes: PORTAL_ROLES, credentials: 'bearer', acrossClients: true, surface: 'domain' })
  @Operation('Counts the open alerts of each client you have a role for.')
  @Answers(AlertCountsOfClients)
  async countAlerts(
    @EveryAuth() auths: readonly AuthContext[],
    @Query() _query: EmptyQuery,
  ): Promise<AlertCountsOfClients> {
    const counts = await this.counts.of(auths);
    const items = [...counts].map(([client_id, alerts]) => ({ client_id, alerts }));
    return {
      open_count: items.reduce((sum, { alerts }) => sum + (alerts?.open ?? 0), 0),
      is_complete: items.every(({ alerts }) => alerts !== null),
      items,
    };
  }
}
