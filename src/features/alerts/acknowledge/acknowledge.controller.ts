import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Alert } from '../rules/alert.response.js';
import { PEOPLE } from '../rules/callers.js';
import { AlertParams } from './acknowledge.request.js';
import { AcknowledgeService } from './acknowledge.service.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** alerts section 4. */
@Routes('v1/alerts/:alert_id/acknowledge', 'Alerts')
export class AcknowledgeController {
  constructor(private readonly alerts: AcknowledgeService) {}

  @Post()
  @Access(PEOPLE)
  @Idempotent()
  @Operation(
    'Acknowledges an alert; its cause remains.',
    'The acknowledgement lasts until the cause ends and starts again. If several people acknowledge the ' +
      'alert, the first one is kept and all get the same response.',
  )
  @Answers(Alert)
  acknowledgeAlert(
    @Auth() auth: AuthContext,
    @Param() { alert_id: alertId }: AlertParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<Alert> {
    return this.alerts.acknowledge(auth, alertId, reservation);
  }
}
