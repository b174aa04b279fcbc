import { Body, Delete, Get, Headers, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { StepUp } from '../../../core/auth/step-up.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PEOPLE_ERRORS } from '../../people/people.errors.js';
import { COUNTED, FOR_ADMINISTRATORS } from '../rules/administrators.js';
import { DirectoryRequest, DirectoryTokenParams, DirectoryTokenRequest } from './setup.request.js';
import { DirectoryResponse, DirectoryTokenResponse, NewDirectoryTokenResponse } from './setup.response.js';
import { SetupService } from './setup.service.js';
import { TokensService } from './tokens.service.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** The setup of a client's directory (directory section 2). */
@Routes('v1/security/scim', 'Directory')
export class SetupController {
  constructor(
    private readonly setup: SetupService,
    private readonly tokens: TokensService,
  ) {}

  @Get()
  @Access(FOR_ADMINISTRATORS)
  @Operation('Shows the setup of the directory, and its last events.')
  @Answers(DirectoryResponse, { headers: HEADERS })
  async getDirectory(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DirectoryResponse> {
    return withEtag(response, await this.setup.show(auth));
  }

  @Put()
  @Access({
    ...FOR_ADMINISTRATORS,
    errors: [
      CATALOGUE.staleSettings,
      CATALOGUE.preconditionRequired,
      PEOPLE_ERRORS.lastAdministrator,
      CATALOGUE.blocked,
    ],
  })
  @StepUp('directory')
  @Idempotent()
  @COUNTED
  @Operation(
    'Replaces the setup of the directory.',
    'While it is on, the people of the directory have the highest role of their groups, at once. While it ' +
      'is off, its tokens do not count, and people keep the roles that they have.',
  )
  @IfMatch('The etag of the setup that you read. Missing or *: 428; stale: 400 stale_settings.', {
    required: true,
  })
  @Answers(DirectoryResponse, { headers: HEADERS })
  async saveDirectory(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: DirectoryRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DirectoryResponse> {
    return withEtag(response, await this.setup.save(auth, request, ifMatch, reservation));
  }

  @Post('tokens')
  @Access({ ...FOR_ADMINISTRATORS, errors: [CATALOGUE.conflict] })
  @StepUp('scim_tokens')
  @Idempotent({ operation: 'directory.tokens.create', required: true, plainAnswer: true })
  @COUNTED
  @Operation(
    'Creates a token for the directory and shows it, only this once.',
    'It is valid only below `/v1/security/scim/v2`, for 365 days. With `replaces` another token ends, now or ' +
      'after `grace_seconds`. At most five are valid at a time.',
  )
  @Answers(NewDirectoryTokenResponse)
  createDirectoryToken(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: DirectoryTokenRequest,
    @Reserved() reservation: Reservation,
  ): Promise<NewDirectoryTokenResponse> {
    return this.tokens.create(auth, request, reservation);
  }

  @Delete('tokens/:token_id')
  @Access(FOR_ADMINISTRATORS)
  @StepUp('scim_tokens')
  @Idempotent()
  @COUNTED
  @Operation('Ends a token of the directory, everywhere within a second.')
  @Answers(DirectoryTokenResponse)
  deleteDirectoryToken(
    @Auth() auth: AuthContext,
    @Param() { token_id: tokenId }: DirectoryTokenParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<DirectoryTokenResponse> {
    return this.tokens.end(auth, tokenId, reservation);
  }
}
