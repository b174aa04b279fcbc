import { Body, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { BILLING_ERRORS } from '../billing.errors.js';
import { PROVIDER_PORTAL_OPENERS } from '../rules/callers.js';
import { PortalSessionRequest } from './portal-session.request.js';
import { PortalSessionResponse } from './portal-session.response.js';
import { type KeptPortalSession, PortalSessionService } from './portal-session.service.js';
import { Idempotent, Replayed, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** Sessions of the billing provider's portal, not of ours (billing section 9). */
@Routes('v1/billing/portal-session', 'Billing')
export class PortalSessionController {
  constructor(private readonly portal: PortalSessionService) {}

  @Post()
  @Access({
    ...PROVIDER_PORTAL_OPENERS,
    errors: [BILLING_ERRORS.providerRateLimited, BILLING_ERRORS.providerUnavailable],
  })
  @Idempotent({ answersReplays: true, plainAnswer: true })
  @Operation(
    "Opens the billing provider's own pages for a client.",
    'Anyone who has the address gets in: redirect the person immediately and do not store it.',
  )
  @Answers(PortalSessionResponse)
  createPortalSession(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() { return_to: returnTo }: PortalSessionRequest,
    @Reserved() reservation: Reservation | null,
    @Replayed() replayed: unknown,
  ): Promise<PortalSessionResponse> {
    return this.portal.open(auth, returnTo, { reservation, replayed: replayed as KeptPortalSession | null });
  }
}
