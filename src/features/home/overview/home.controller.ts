import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { EveryAuth } from '../../../core/tenancy/every-auth.decorator.js';
import { HomeRequest } from './home.request.js';
import { HomeResponse } from './home.response.js';
import { HomeService } from './home.service.js';

/** home section 1. */
@Routes('v1/portal/home', 'Home')
export class HomeController {
  constructor(private readonly home: HomeService) {}

  @Get()
  @Access({ scopes: PORTAL_ROLES, credentials: 'bearer', acrossClients: true, surface: 'domain' })
  @Operation(
    'Shows what needs attention today, for each client you have a role for.',
    'Compares today and the last seven days with the same days a week earlier. Each figure equals the ' +
      'number of rows that its own route lists for the same filter. Parts that your role may not read are ' +
      'left out; parts whose store does not answer are null and named in `unavailable`.',
  )
  @Answers(HomeResponse)
  getHome(
    @Auth() auth: AuthContext,
    @EveryAuth() auths: readonly AuthContext[],
    @Query() { timezone = 'UTC' }: HomeRequest,
  ): Promise<HomeResponse> {
    return this.home.show(auth, auths, timezone);
  }
}
