import { Body, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { WithoutSecondFactor } from '../../../core/auth/step-up.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { FIVE_A_MINUTE, FOR_PEOPLE } from '../rules/callers.js';
import { AddFactorRequest, ConfirmFactorRequest, FactorParams } from './factors.request.js';
import { AddedFactorResponse, FactorItem, MfaResponse, RecoveryCodesResponse } from './factors.response.js';
import { FactorsService } from './factors.service.js';

const CHANGES = { ...FOR_PEOPLE, errors: [CATALOGUE.stepUpRequired, CATALOGUE.blocked] };

const STEP_UP =
  ' A person who has a factor needs a step-up. A session that counts for one client alone is 409 with ' +
  'block_reason one_client if the person has a role elsewhere.';

/** A person's own second factors. */
@Routes('v1/portal/mfa', 'Second factors')
export class FactorsController {
  constructor(private readonly factors: FactorsService) {}

  @Get()
  @Access(FOR_PEOPLE)
  @WithoutSecondFactor()
  @Operation('Lists your second factors.')
  @Answers(MfaResponse)
  getMfa(@Auth() auth: AuthContext, @Query() _query: ClientChoice): Promise<MfaResponse> {
    return this.factors.list(auth);
  }

  @Post('factors')
  @Access({ ...CHANGES, keyless: 'A repeated request adds another pending factor, which expires.' })
  @WithoutSecondFactor()
  @RateLimit(FIVE_A_MINUTE, { operation: 'mfa.add', givenBack: [404] })
  @Operation(
    'Adds a second factor.',
    'It is pending for ten minutes: confirm it with its first code or signature. Without a portal it is 404.' +
      STEP_UP,
  )
  @ApiCreatedResponse({ type: AddedFactorResponse })
  addMfaFactor(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: AddFactorRequest,
  ): Promise<AddedFactorResponse> {
    return this.factors.add(auth, request);
  }

  @Post('factors/:factor_id/confirm')
  @HttpCode(200)
  @Access({ ...CHANGES, keyless: 'A proof counts once.' })
  @WithoutSecondFactor()
  @RateLimit(FIVE_A_MINUTE, { operation: 'mfa.confirm', givenBack: [404] })
  @Operation(
    'Confirms a pending factor.',
    'Also counts as a step-up of the session. A wrong proof is 400 and counts towards the limit.' + STEP_UP,
  )
  @Answers(FactorItem)
  confirmMfaFactor(
    @Auth() auth: AuthContext,
    @Param() { factor_id: factorId }: FactorParams,
    @Query() _query: ClientChoice,
    @Body() request: ConfirmFactorRequest,
  ): Promise<FactorItem> {
    return this.factors.confirm(auth, factorId, request);
  }

  @Delete('factors/:factor_id')
  @HttpCode(204)
  @Access({ ...CHANGES, keyless: 'Removing a factor again is 404.' })
  @WithoutSecondFactor()
  @RateLimit(FIVE_A_MINUTE, { operation: 'mfa.remove', givenBack: [404] })
  @Operation(
    'Removes one of your factors.',
    'The last one stays where a role of yours needs it: 409 with block_reason last_factor_required. A passkey ' +
      'that a client needs as a way back while it requires single sign-on is 409 with no_way_back.' +
      STEP_UP,
  )
  @ApiNoContentResponse({ description: 'The factor no longer counts.' })
  removeMfaFactor(
    @Auth() auth: AuthContext,
    @Param() { factor_id: factorId }: FactorParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
  ): Promise<void> {
    return this.factors.remove(auth, factorId);
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @Access({ ...CHANGES, keyless: 'A repeated request replaces the codes again.' })
  @WithoutSecondFactor()
  @RateLimit(FIVE_A_MINUTE, { operation: 'mfa.recovery_codes', givenBack: [404] })
  @Operation(
    'Replaces your recovery codes.',
    'Ten codes, shown once, each good for one step-up. Without a factor it is 409 with block_reason no_factor.' +
      STEP_UP,
  )
  @Answers(RecoveryCodesResponse)
  async replaceRecoveryCodes(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
  ): Promise<RecoveryCodesResponse> {
    return { codes: await this.factors.recoveryCodes(auth) };
  }
}
