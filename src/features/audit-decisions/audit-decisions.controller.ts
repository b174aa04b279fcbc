import { Body, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../core/auth/access.decorator.js';
import { INTERNAL_ROLES } from '../../core/shared/roles.js';
import { ClientChoice } from '../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../core/http/operation.decorator.js';
import type { AuthContext } from '../../core/shared/auth-context.js';
import { AUDIT_DECISION_ERRORS } from './audit-decisions.errors.js';
import { AuditDecisionsRequest } from './audit-decisions.request.js';
import { AuditDecisionsResponse } from './audit-decisions.response.js';
import { AuditDecisionsService } from './audit-decisions.service.js';
import { Idempotent, Reserved } from '../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../core/database/unit-of-work/reservation.js';

/** privacy section 10. */
@Routes('v1/security/audit-decisions', 'Audit decisions')
export class AuditDecisionsController {
  constructor(private readonly decisions: AuditDecisionsService) {}

  @Post()
  @Access({
    scopes: INTERNAL_ROLES,
    client: 'query',
    surface: 'security',
    errors: [AUDIT_DECISION_ERRORS.contradicts],
  })
  @Idempotent({ plainAnswer: true })
  @Operation(
    'Records access decisions of internal systems.',
    'Each decision is recorded once, by its decision_id; a repeated one counts as unchanged. A known id with ' +
      'different content is 409, and nothing of the request is recorded. No route reads recorded decisions.',
  )
  @Answers(AuditDecisionsResponse)
  recordAuditDecisions(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() { decisions }: AuditDecisionsRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<AuditDecisionsResponse> {
    return this.decisions.record(auth, decisions, reservation);
  }
}
