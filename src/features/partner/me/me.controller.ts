import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PartnerMeResponse } from './me.response.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

/** Shows the owner of the credentials (partner section 1). */
@Routes('v1/partner/me', 'Partner integrations')
export class PartnerMeController {
  @Get()
  @Access({ scopes: PARTNER_ROLES, client: 'query', surface: 'partner' })
  @Operation('Shows the client, environment and scope of the credentials.')
  @Answers(PartnerMeResponse)
  getCurrentPartner(@Auth() auth: AuthContext, @Query() _query: ClientChoice): PartnerMeResponse {
    const { clientId: client_id, dataEnv: data_env, scope, principal } = auth;
    if (principal.kind !== 'api_key') return { client_id, scope, data_env, auth_type: 'bearer' };
    return {
      client_id,
      scope,
      data_env,
      auth_type: 'api_key',
      api_key_id: principal.id,
      api_key_description: principal.description,
      expires_at: principal.expiresAt?.toISOString() ?? null,
    };
  }
}
