import { Body, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { CUSTOMER_ROLES } from '../../../core/shared/roles.js';
import { SignInBrowsers } from '../../portal/entry/sign-in-browsers.service.js';
import { PORTAL_ERRORS } from '../../portal/portal.errors.js';
import { ConnectionPath } from '../rules/connection-path.request.js';
import { DirectoryLinks } from './directory-links.service.js';
import { ReturnRequest } from './sign-in.request.js';
import { DirectoryLinksResponse, SignInLocationResponse } from './sign-in.response.js';

const FOR_PEOPLE: Omit<ProtectedAccess, 'kind'> = {
  scopes: CUSTOMER_ROLES,
  credentials: 'bearer',
  client: 'query',
  surface: 'domain',
  // People whom a required connection locks out link themselves here (single-sign-on 7.8).
  whileShutOut: true,
};

/** single-sign-on 4.5 */
@Routes('v1/portal/directory-links', 'Single sign-on')
export class DirectoryLinksController {
  constructor(
    private readonly links: DirectoryLinks,
    private readonly browsers: SignInBrowsers,
  ) {}

  @Get()
  @Access(FOR_PEOPLE)
  @Operation('Lists the connections of the client, and to which of them you are linked.')
  @Answers(DirectoryLinksResponse)
  listDirectoryLinks(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
  ): Promise<DirectoryLinksResponse> {
    return this.links.list(auth);
  }

  @Post(':connection_id')
  @HttpCode(200)
  @Access({
    ...FOR_PEOPLE,
    errors: [PORTAL_ERRORS.identityProviderUnavailable, PORTAL_ERRORS.signInRefused],
    keyless: 'Each request begins another sign-in.',
  })
  @Operation(
    'Begins to link you to your account of a directory.',
    'Open `location` in this browser and sign in there. It ends at `return_to`. An account that is linked to another ' +
      'person of the client is 409.',
  )
  @Answers(SignInLocationResponse)
  async startDirectoryLink(
    @Auth() auth: AuthContext,
    @Param() { connection_id: id }: ConnectionPath,
    @Query() _query: ClientChoice,
    @Body() { return_to: asked }: ReturnRequest,
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignInLocationResponse> {
    const browser = this.browsers.begin(request, response);
    return { location: await this.links.begin(auth, id, browser, this.browsers.returnPath(asked)) };
  }
}
