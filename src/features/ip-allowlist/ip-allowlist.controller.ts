import { Body, Get, Headers, Ip, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../core/auth/access.decorator.js';
import type { ProtectedAccess } from '../../core/auth/access-rule.js';
import { ClientChoice } from '../../core/http/fields/client-choice.request.js';
import { withEtag } from '../../core/http/etag/etag-headers.policy.js';
import { Answers, IfMatch, Operation, Routes } from '../../core/http/operation.decorator.js';
import type { AuthContext } from '../../core/shared/auth-context.js';
import { CATALOGUE } from '../../core/shared/catalogue.js';
import { IP_ALLOWLIST_ERRORS } from './ip-allowlist.errors.js';
import { IpAllowlistRequest } from './ip-allowlist.request.js';
import { IpAllowlistResponse } from './ip-allowlist.response.js';
import { IpAllowlistService } from './ip-allowlist.service.js';
import { Idempotent, Reserved } from '../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../core/database/unit-of-work/reservation.js';

/** Only signed-in administrators of the customer decide. */
const CUSTOMER: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['client_admin'],
  credentials: 'bearer',
  client: 'query',
  surface: 'security',
};

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** access section 8. */
@Routes('v1/security/ip-allowlist', 'IP allowlist')
export class IpAllowlistController {
  constructor(private readonly allowlist: IpAllowlistService) {}

  @Get()
  @Access(CUSTOMER)
  @Operation('Shows the networks with access to the client.')
  @Answers(IpAllowlistResponse, { headers: HEADERS })
  async getIpAllowlist(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Ip() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IpAllowlistResponse> {
    return withEtag(response, await this.allowlist.show(auth, address));
  }

  @Put()
  @Access({
    ...CUSTOMER,
    errors: [CATALOGUE.staleSettings, CATALOGUE.preconditionRequired, IP_ALLOWLIST_ERRORS.excludesCaller],
  })
  @Idempotent()
  @Operation(
    'Replaces the networks with access to the client.',
    'Takes effect within a second for everyone: people of the client and of its partners, API keys, and ' +
      'the keys of the voice runtime. A list without the address of this request is 409 ' +
      'allowlist_excludes_caller, unless `force` is true.',
  )
  @IfMatch(
    'The etag of the list that you read, even if it was empty. Missing or *: 428; stale: 400 stale_settings.',
    {
      required: true,
    },
  )
  @Answers(IpAllowlistResponse, { headers: HEADERS })
  async saveIpAllowlist(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: IpAllowlistRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Ip() address: string,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IpAllowlistResponse> {
    return withEtag(response, await this.allowlist.save(auth, request, ifMatch, address, reservation));
  }
}
