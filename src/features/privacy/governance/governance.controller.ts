import { Body, Get, Headers, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { CUSTOMER, ETAG_HEADERS } from '../customer-access.js';
import { TenantGovernanceRequest } from './governance.request.js';
import { TenantGovernanceResponse } from './governance.response.js';
import { TenantGovernanceService } from './governance.service.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

const { staleSettings, preconditionRequired, validationFailed } = CATALOGUE;

/** privacy 5.7 to 5.10. */
@Routes('v1/privacy/governance', 'Privacy')
export class TenantGovernanceController {
  constructor(private readonly governance: TenantGovernanceService) {}

  @Get()
  @Access(CUSTOMER)
  @Operation(
    "Shows the tenant's rules for recordings and transcripts.",
    'A tenant that has never saved its governance has no rules.',
  )
  @Answers(TenantGovernanceResponse, { headers: ETAG_HEADERS })
  async getTenantGovernance(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TenantGovernanceResponse> {
    return withEtag(response, await this.governance.show(auth));
  }

  @Put()
  @Access({ ...CUSTOMER, errors: [validationFailed, staleSettings, preconditionRequired] })
  @Idempotent()
  @Operation(
    "Replaces the tenant's rules for recordings and transcripts.",
    'The rules apply from the next request and export. The published governance of a project may narrow ' +
      'them for its calls and never widens them; what is left open here, the project decides. Nothing is ' +
      'deleted: a transcript past its retention period is not shown, and is shown again if the period ' +
      'becomes longer.',
  )
  @IfMatch(
    'The etag of the governance that you read, even if it was never saved. Missing or *: 428; stale: 400 ' +
      'stale_settings.',
    { required: true },
  )
  @Answers(TenantGovernanceResponse, { headers: ETAG_HEADERS })
  async saveTenantGovernance(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() body: TenantGovernanceRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TenantGovernanceResponse> {
    const governance = {
      audioRetention: body.audio_retention,
      secondaryReuse: body.secondary_reuse,
      transcriptRetentionDays: body.transcript_retention_days,
    };
    return withEtag(response, await this.governance.save(auth, governance, ifMatch, reservation));
  }
}
