import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PEOPLE } from '../rules/callers.js';
import { SupportLimit } from '../rules/limits.js';
import { SUPPORT_ERRORS } from '../support.errors.js';
import { TicketSearchRequest } from './search.request.js';
import { TicketSearchResponse } from './search.response.js';
import { TicketSearch } from './search.service.js';

/** support section 5. */
@Routes('v1/support/tickets', 'Support')
export class TicketSearchController {
  constructor(private readonly tickets: TicketSearch) {}

  @Get()
  @Access({ ...PEOPLE, errors: [CATALOGUE.validationFailed, SUPPORT_ERRORS.limitReached] })
  @SupportLimit('ticket_search', 30)
  @Operation('Searches the tickets that you see, last changed first.')
  @Answers(TicketSearchResponse)
  searchSupportTickets(
    @Auth() auth: AuthContext,
    @Query() request: TicketSearchRequest,
  ): Promise<TicketSearchResponse> {
    return this.tickets.search(auth, request);
  }
}
