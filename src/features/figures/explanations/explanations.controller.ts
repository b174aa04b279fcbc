import { Body, Post, Query, Req } from '@nestjs/common';
import { Access } from '../../../core/auth/access.decorator.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';
import { EveryAuth } from '../../../core/tenancy/every-auth.decorator.js';
import { ExplanationRequest } from './explanations.request.js';
import { ExplanationResponse } from './explanations.response.js';
import { ExplanationsService } from './explanations.service.js';

/** figures section 2. */
@Routes('v1/explanations', 'Figures')
export class ExplanationsController {
  constructor(private readonly explanations: ExplanationsService) {}

  @Post()
  @Access({
    scopes: ANALYTICS_READERS,
    acrossClients: true,
    keyless: 'It changes nothing.',
    surface: 'general',
  })
  @Operation(
    'Explains how a figure is computed.',
    'Calls the route of the figure and the list of calls with your credentials: what they refuse is refused here, ' +
      'and an explanation reveals nothing beyond their responses.',
  )
  @Answers(ExplanationResponse)
  explainFigure(
    @Req() caller: PlatformRequest,
    @EveryAuth() auths: readonly AuthContext[],
    @Query() _query: EmptyQuery,
    @Body() request: ExplanationRequest,
  ): Promise<ExplanationResponse> {
    return this.explanations.explain(caller, auths, request);
  }
}
