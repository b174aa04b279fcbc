import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { StepUp } from '../../../core/auth/step-up.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import {
  ApiKeyClientQuery,
  ApiKeyParams,
  CreateApiKeyRequest,
  ListApiKeysQuery,
  RevokeByCreatorRequest,
  RotateApiKeyRequest,
} from './api-keys.request.js';
import {
  ApiKeyListResponse,
  ApiKeyRecord,
  NewApiKeyResponse,
  RevokedApiKeysResponse,
} from './api-keys.response.js';
import { ApiKeysService } from './api-keys.service.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

/** People name the client to create and end keys (partner 2.1, 2.2). */
const WRITERS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['partner_admin'],
  credentials: 'bearer',
  client: 'query',
  namedByPeople: true,
  surface: 'partner',
};

/** Each of the two operations has its own limit (partner 2.7). */
const FIVE_A_MINUTE = { caller: { limit: 5, seconds: 60 } };

/** API keys of partners (partner section 2). */
@Routes('v1/partner/api-keys', 'Partner integrations')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Access({ scopes: PARTNER_ROLES, client: 'query', namedByPeople: true, surface: 'partner' })
  @Operation(
    "Lists the client's keys of the partner scopes in the caller's data environment.",
    'Newest first, including those that no longer work. Secrets are never shown again.',
  )
  @Answers(ApiKeyListResponse)
  listApiKeys(@Auth() auth: AuthContext, @Query() _query: ListApiKeysQuery): Promise<ApiKeyListResponse> {
    return this.keys.list(auth);
  }

  @Post()
  @StepUp('api_keys')
  @Access(WRITERS)
  @Idempotent({ operation: 'api-keys.create', required: true, plainAnswer: true })
  @RateLimit(FIVE_A_MINUTE, { operation: 'api-keys.create', within: 'environment' })
  @Operation(
    'Creates a key and shows its secret, only this once.',
    'The key works immediately. A replay returns the same record with `secret` null.',
  )
  @Answers(NewApiKeyResponse)
  createApiKey(
    @Auth() auth: AuthContext,
    @Query() _query: ApiKeyClientQuery,
    @Body() request: CreateApiKeyRequest,
    @Reserved() reservation: Reservation,
  ): Promise<NewApiKeyResponse> {
    return this.keys.create(auth, request, reservation);
  }

  @Post('revoke-by-creator')
  @StepUp('api_keys')
  @Access(WRITERS)
  @Idempotent({ operation: 'api-keys.revoke-by-creator', required: true })
  @Operation(
    'Revokes all keys of the client that one person is responsible for, everywhere within a second.',
    'This revokes keys of the partner scopes in this data environment, including rotated keys in their ' +
      'grace period. For a person without such keys, or an unknown one, the list is empty.',
  )
  @Answers(RevokedApiKeysResponse)
  revokeApiKeysByCreator(
    @Auth() auth: AuthContext,
    @Query() _query: ApiKeyClientQuery,
    @Body() { created_by: createdBy }: RevokeByCreatorRequest,
    @Reserved() reservation: Reservation,
  ): Promise<RevokedApiKeysResponse> {
    return this.keys.revokeAllOf(auth, createdBy, reservation);
  }

  @Post(':key_id/rotate')
  @StepUp('api_keys')
  @Access({ ...WRITERS, errors: [CATALOGUE.conflict] })
  @Idempotent({ operation: 'api-keys.rotate', required: true, plainAnswer: true })
  @RateLimit(FIVE_A_MINUTE, { operation: 'api-keys.rotate', within: 'environment' })
  @Operation(
    'Replaces a key and shows the secret of the new one, only this once.',
    'The new key has the scope and description of the old one, which ends now or after its grace period. ' +
      'The new key ends at `expires_at_utc`, or with the old one if that is left out. A key that is ' +
      'revoked, expired, was rotated before or belongs to an organisation that does not own the client is ' +
      '409.',
  )
  @ApiBody({ type: RotateApiKeyRequest, required: false })
  @Answers(NewApiKeyResponse)
  rotateApiKey(
    @Auth() auth: AuthContext,
    @Param() { key_id: keyId }: ApiKeyParams,
    @Query() _query: ApiKeyClientQuery,
    @Body() request: RotateApiKeyRequest,
    @Reserved() reservation: Reservation,
  ): Promise<NewApiKeyResponse> {
    return this.keys.rotate(auth, keyId, request, reservation);
  }

  @Post(':key_id/revoke')
  @StepUp('api_keys')
  @Access(WRITERS)
  @Idempotent({ operation: 'api-keys.revoke', required: true, plainAnswer: true })
  @Operation(
    'Revokes a key, everywhere within a second.',
    'A grace period ends, too. A key that is already revoked is returned unchanged.',
  )
  @Answers(ApiKeyRecord)
  revokeApiKey(
    @Auth() auth: AuthContext,
    @Param() { key_id: keyId }: ApiKeyParams,
    @Query() _query: ApiKeyClientQuery,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation,
  ): Promise<ApiKeyRecord> {
    return this.keys.revoke(auth, keyId, reservation);
  }
}
