import { Body, Get, Param, Post, Query, Req } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { DIRECT_INPUT_ERRORS } from '../direct-input.errors.js';
import { DirectInputSessionParams, DirectInputSessionRequest } from '../rules/session.request.js';
import { DirectInputSessionResponse, DirectInputStateResponse } from '../rules/session.response.js';
import { SessionsService } from './sessions.service.js';

const RUNTIME: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['runtime-ingest'],
  credentials: 'api_key',
  surface: 'general',
  internal: true,
};

/**
 * Lets a runtime ask a caller to type something, and returns the answers (direct-input sections 2
 * and 5).
 */
@Routes('internal/v1/direct-input/sessions', 'Runtime')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Post()
  @Access({
    ...RUNTIME,
    errors: [DIRECT_INPUT_ERRORS.callNotActive],
    keyless: 'A repeated request opens another form; both end with the call, or with the first answer.',
  })
  @Operation(
    'Opens a form for the caller of a call in progress.',
    'Send the caller `url`. The page encrypts the answers with `public_key`: keep the private key, ' +
      'generate a pair for each session, and check that the token in `url` is bound to your key. A call ' +
      'may have several sessions. The form ends when it expires, with the call, or with the first answer.',
  )
  @ApiCreatedResponse({ type: DirectInputSessionResponse })
  createDirectInputSession(
    @Auth() auth: AuthContext,
    @Query() _query: EmptyQuery,
    @Body() request: DirectInputSessionRequest,
  ): Promise<DirectInputSessionResponse> {
    return this.sessions.open(auth, request);
  }

  @Get(':session_id')
  @Access(RUNTIME)
  @Operation(
    'Shows the status of a session, and its answers.',
    'The answers are erased a minute after the first request that gets them. Until then every request ' +
      'gets them, so repeat the request if a response was lost.',
  )
  @Answers(DirectInputStateResponse)
  takeDirectInput(
    @Auth() auth: AuthContext,
    @Req() { method }: PlatformRequest,
    @Param() { session_id: sessionId }: DirectInputSessionParams,
    @Query() _query: EmptyQuery,
  ): Promise<DirectInputStateResponse> {
    // The response to HEAD has no body for the answers (direct-input 5.2).
    return method === 'HEAD' ? this.sessions.state(auth, sessionId) : this.sessions.collect(auth, sessionId);
  }
}
