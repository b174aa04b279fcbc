import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
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

/** Keys are made and ended by people, who name the client they mean (partner 2.1, 2.2). */
const WRITERS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['partner_admin'],
  credentials: 'bearer',
  client: 'query',
  namedByPeople: true,
  surface: 'partner',
};

/** Each of the two operations counts by itself (partner 2.7). */
const FIVE_A_MINUTE = { caller: { limit: 5, seconds: 60 } };

/** API keys of partners (partner section 2). */
@Routes('v1/partner/api-keys', 'Partner integrations')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Access({ scopes: PARTNER_ROLES, client: 'query', namedByPeople: true, surface: 'partner' })
  @Operation(
    "Lists the client's keys of the partner scopes in the caller's data environment.",
    'Newest first, with those that no longer work. Secrets are never shown again.',
  )
  @Answers(ApiKeyListResponse)
  listApiKeys(@Auth() auth: AuthContext, @Query() _query: ListApiKeysQuery): Promise<ApiKeyListResponse> {
    return this.keys.list(auth);
  }

  @Post()
  @Access(WRITERS)
  @Idempotent({ operation: 'api-keys.create', required: true, plainAnswer: true })
  @RateLimit(FIVE_A_MINUTE, { operation: 'api-keys.create', within: 'environment' })
  @Operation(
    'Makes a key and shows its secret, this once.',
    'The key works at once. A replay answers the same record with `secret` null.',
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
  @Access(WRITERS)
  @Idempotent({ operation: 'api-keys.revoke-by-creator', required: true })
  @Operation(
    'Ends all keys of the client that one person has made, within a second and everywhere.',
    'Those of the partner scopes in this data environment that were not revoked before, with what is left of their ' +
      'grace. A person without such a key, here or elsewhere or nowhere, is one answer: an empty list.',
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
  @Access({ ...WRITERS, errors: [CATALOGUE.conflict] })
  @Idempotent({ operation: 'api-keys.rotate', required: true, plainAnswer: true })
  @RateLimit(FIVE_A_MINUTE, { operation: 'api-keys.rotate', within: 'environment' })
  @Operation(
    'Puts a new key in the place of one, and shows its secret, this once.',
    'The new key has the scope and description of the old one, which ends now or when its grace is over. It ends as ' +
      '`expires_at_utc` says, or with the old one where that is left out. A key that is revoked, expired, was rotated ' +
      'before or belongs to an organisation that does not own the client is 409.',
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
  @Access(WRITERS)
  @Idempotent({ operation: 'api-keys.revoke', required: true, plainAnswer: true })
  @Operation(
    'Ends a key for good, within a second and everywhere.',
    'Also what is left of its grace. A key that was revoked before is answered as it is.',
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
