import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { EveryAuth } from '../../../core/tenancy/every-auth.decorator.js';
import { SearchRequest } from './things.request.js';
import { SearchResponse } from './things.response.js';
import { ThingsService } from './things.service.js';

/** search section 1. */
@Routes('v1/portal/search', 'Search')
export class ThingsController {
  constructor(private readonly things: ThingsService) {}

  @Get()
  @Access({ scopes: PORTAL_ROLES, credentials: 'bearer', acrossClients: true, surface: 'domain' })
  @Operation(
    'Finds clients, projects, campaigns and requests, for each client you have a role for.',
    'It finds only what your role can list with the routes of each kind. Calls of a client have a ' +
      'separate route.',
  )
  @Answers(SearchResponse)
  findThings(
    @Auth() auth: AuthContext,
    @EveryAuth() auths: readonly AuthContext[],
    @Query() { q }: SearchRequest,
  ): Promise<SearchResponse> {
    return this.things.find(auth, auths, q);
  }
}
