import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { NamesRequest } from './names.request.js';
import { NamesResponse } from './names.response.js';
import { NamesService } from './names.service.js';

/** people section 6. */
@Routes('v1/portal/names', 'People')
export class NamesController {
  constructor(private readonly names: NamesService) {}

  @Get()
  @Access({
    scopes: PORTAL_ROLES,
    credentials: 'bearer',
    client: 'query',
    surface: 'domain',
    duringBreakGlass: 'while_open',
  })
  @Operation(
    'Shows the names of those who made changes at a client.',
    'Colleagues have a name. People of another organisation, internal staff and people whose role has ended ' +
      'have only a kind.',
  )
  @Answers(NamesResponse)
  getNames(@Auth() auth: AuthContext, @Query() { ids }: NamesRequest): Promise<NamesResponse> {
    return this.names.find(auth, ids.split(','));
  }
}
