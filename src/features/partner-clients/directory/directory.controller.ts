import { Get, Ip, Query, UseGuards } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { BrowserScopeGuard } from '../rules/browser-scope.guard.js';
import { OF_ALL_CLIENTS } from '../rules/people.js';
import { PartnerClientsResponse } from './directory.response.js';
import { DirectoryService } from './partner-directory.service.js';

/** partner-clients section 3. */
@UseGuards(BrowserScopeGuard)
@Routes('api/partner-clients', 'Partner clients')
export class DirectoryController {
  constructor(private readonly directory: DirectoryService) {}

  @Get()
  @Access(OF_ALL_CLIENTS)
  @Operation(
    'Lists the clients that you can see, with the number of their projects and drafts.',
    'Administrators see the clients that their organisation owns, users those to which they are ' +
      'assigned. A number that is not available is `unavailable`, never 0.',
  )
  @Answers(PartnerClientsResponse)
  listPartnerClients(
    @Auth() auth: AuthContext,
    @Ip() address: string | undefined,
    @Query() _query: EmptyQuery,
  ): Promise<PartnerClientsResponse> {
    return this.directory.list(auth, address);
  }
}
