import { Body, Post, Query, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { BrowserScopeGuard } from '../rules/browser-scope.guard.js';
import { OF_ALL_CLIENTS } from '../rules/people.js';
import { CreatePartnerClientRequest } from './provisioning.request.js';
import { ProvisionedClientResponse } from './provisioning.response.js';
import { ProvisioningService } from './provisioning.service.js';

/** More than a person types, but too few to guess existing ids (partner-clients 5.6). */
const TWENTY_A_MINUTE = { caller: { limit: 20, seconds: 60 } };

/** partner-clients section 5. */
@UseGuards(BrowserScopeGuard)
@Routes('api/partner-clients', 'Partner clients')
export class ProvisioningController {
  constructor(private readonly provisioning: ProvisioningService) {}

  @Post()
  @Access({ ...OF_ALL_CLIENTS, scopes: ['partner_admin'], errors: [CATALOGUE.conflict] })
  @Idempotent({ operation: 'partner-clients.create', required: true, plainAnswer: true })
  @RateLimit(TWENTY_A_MINUTE, { within: 'platform' })
  @Operation(
    'Sets up a client of your organisation.',
    'Creates its profile, the ownership of your organisation and your assignment in your data ' +
      'environment, and nothing else: no people, keys, numbers, billing or runtime. Until an operator sets ' +
      'its data route, reads of its calls are empty and writes 503.',
  )
  @ApiCreatedResponse({ type: ProvisionedClientResponse })
  createPartnerClient(
    @Auth() auth: AuthContext,
    @Query() _query: EmptyQuery,
    @Body() request: CreatePartnerClientRequest,
    @Reserved() reservation: Reservation,
  ): Promise<ProvisionedClientResponse> {
    return this.provisioning.create(auth, request, reservation);
  }
}
