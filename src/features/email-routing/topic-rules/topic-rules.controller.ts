import { Body, Get, Headers, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { FOR_ADMINISTRATORS } from '../rules/callers.js';
import { TopicRulesRequest } from './topic-rules.request.js';
import { TopicRulesResponse } from './topic-rules.response.js';
import { TopicRulesService } from './topic-rules.service.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** email-routing section 2. */
@Routes('v1/portal/email-routing/rules', 'Email routing')
export class TopicRulesController {
  constructor(private readonly rules: TopicRulesService) {}

  @Get()
  @Access(FOR_ADMINISTRATORS)
  @Operation('Shows which topics go to which addresses.')
  @Answers(TopicRulesResponse, { headers: HEADERS })
  async getEmailRules(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TopicRulesResponse> {
    return withEtag(response, await this.rules.show(auth));
  }

  @Put()
  @Access({ ...FOR_ADMINISTRATORS, errors: [CATALOGUE.conflict, CATALOGUE.preconditionRequired] })
  @Idempotent()
  @Operation(
    'Replaces which topics go to which addresses.',
    'Each address has the same topics: a change of an address changes these rules too.',
  )
  @IfMatch('The etag of the rules that you read. Missing or *: 428; stale: 409.', { required: true })
  @Answers(TopicRulesResponse, { headers: HEADERS })
  async saveEmailRules(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() { rules }: TopicRulesRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TopicRulesResponse> {
    return withEtag(response, await this.rules.save(auth, rules, ifMatch, reservation));
  }
}
