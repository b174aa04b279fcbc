import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';
import { ClientWebhooksResponse } from './endpoints.response.js';
import { EndpointsService } from './endpoints.service.js';

/** webhooks 2.13. */
@Routes('v1/portal/webhooks', 'Webhooks')
export class ClientWebhooksController {
  constructor(private readonly endpoints: EndpointsService) {}

  @Get()
  @Access({ scopes: PARTNER_ROLES, credentials: 'bearer', client: 'query', surface: 'domain' })
  @Operation(
    'Lists the webhooks of every project that you can see, and the health of their receivers.',
    'Oldest first; at most 1000.',
  )
  @Answers(ClientWebhooksResponse)
  listClientWebhooks(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
  ): Promise<ClientWebhooksResponse> {
    return this.endpoints.listAll(auth);
  }
}
