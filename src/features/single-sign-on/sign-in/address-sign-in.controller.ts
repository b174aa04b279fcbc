import { Body, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import type { BodyLimits } from '../../../core/auth/body-limits.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { BehindPublicDoor, type PublicDoor } from '../../../core/rate-limit/public-door.decorator.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound } from '../../../core/shared/platform-error.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { leadTo, SignInBrowsers } from '../../portal/entry/sign-in-browsers.service.js';
import { PORTAL_ERRORS } from '../../portal/portal.errors.js';
import { SignInStore } from '../lookup/sign-in-store.service.js';
import { DirectorySignIns } from '../provider/directory-sign-ins.service.js';
import { SamlDirectory } from '../provider/saml-directory.js';
import { ConnectionPath } from '../rules/connection-path.request.js';
import { AddressSignIn } from './address-sign-in.service.js';
import { DirectorySessions } from './directory-sessions.service.js';
import { AddressRequest } from './sign-in.request.js';
import { SignInLocationResponse } from './sign-in.response.js';

/** As at the routes of the deployment's own provider (portal-sessions 1.9). */
const doorOf = (name: string): PublicDoor => ({
  name,
  perAddress: [{ limit: 60, seconds: 60 }],
  ceiling: { limit: 6000, seconds: 60 },
});

const BEGINNING = [
  CATALOGUE.notFound,
  CATALOGUE.rateLimited,
  CATALOGUE.dependencyUnavailable,
  PORTAL_ERRORS.identityProviderUnavailable,
  PORTAL_ERRORS.signInRefused,
];
const ENDING = [...BEGINNING, PORTAL_ERRORS.signInNotKnown, PORTAL_ERRORS.noPortalAccess, CATALOGUE.conflict];
const LEADS_ON = {
  status: 303,
  description: 'To the requested page.',
  headers: { Location: { description: 'The address to continue at.', schema: { type: 'string' as const } } },
};
const METADATA_TYPE = 'application/samlmetadata+xml';

// A response of 200 KiB with room for its encoding.
const FORM: BodyLimits = { bytes: 512 * 1024, types: ['application/x-www-form-urlencoded'], raw: true };

/** Signing in with a browser through the directory of a client (single-sign-on section 4). */
@Routes('v1/portal', 'Single sign-on')
export class AddressSignInController {
  constructor(
    private readonly signIns: DirectorySignIns,
    private readonly entry: AddressSignIn,
    private readonly sessions: DirectorySessions,
    private readonly browsers: SignInBrowsers,
    private readonly store: SignInStore,
    private readonly saml: SamlDirectory,
  ) {}

  @Post('sign-in/address')
  @HttpCode(200)
  @PublicRoute('domain', { errors: BEGINNING, keyless: 'Each request begins another sign-in.' })
  @BehindPublicDoor(doorOf('sign-in-address'))
  @Operation(
    'Returns where a person with this email address signs in.',
    'At the directory of its domain, else at the identity provider of the deployment; the answer has the same form. ' +
      'The sign-in can end in the same browser alone, within 10 minutes. Without a portal it is 404.',
  )
  @Answers(SignInLocationResponse)
  async findSignIn(
    @Query() _query: EmptyQuery,
    @Body() { address, return_to: asked }: AddressRequest,
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignInLocationResponse> {
    const browser = this.browsers.begin(request, response);
    return { location: await this.entry.locationOf(address, browser, this.browsers.returnPath(asked)) };
  }

  @Get('oidc/:connection_id/callback')
  @PublicRoute('domain', { internal: true, errors: ENDING })
  @BehindPublicDoor(doorOf('oidc-callback'))
  @Operation('Completes a sign-in by OpenID Connect.')
  @ApiResponse(LEADS_ON)
  async finishOidc(
    @Param() { connection_id: id }: ConnectionPath,
    @Req() request: PlatformRequest,
    @Res() response: Response,
  ): Promise<void> {
    const query = queryOf(request);
    const ended = await this.signIns.endOidc(id, this.browsers.of(request), query);
    this.browsers.remember(request, ended.begun.returnTo);
    await this.sessions.end(ended, request, response);
    leadTo(response, ended.begun.returnTo);
  }

  @Get('saml/:connection_id/metadata')
  @PublicRoute('domain', { internal: true, errors: [CATALOGUE.notFound, CATALOGUE.rateLimited] })
  @BehindPublicDoor(doorOf('saml-metadata'))
  @Operation('Returns the SAML metadata of this service for a connection.')
  @ApiResponse({
    status: 200,
    description: 'The metadata, as XML.',
    content: { [METADATA_TYPE]: { schema: { type: 'string' } } },
  })
  async getSamlMetadata(
    @Param() { connection_id: id }: ConnectionPath,
    @Res() response: Response,
  ): Promise<void> {
    const directory = await this.store.directory(id, 'newest');
    if (directory?.kind !== 'saml') throw notFound();
    response.type(METADATA_TYPE).send(this.saml.metadata(id));
  }

  @Post('saml/:connection_id/acs')
  @PublicRoute('domain', {
    internal: true,
    errors: ENDING,
    body: FORM,
    keyless: 'A directory sends no key; an answer counts once.',
  })
  @BehindPublicDoor(doorOf('saml-acs'))
  @Operation('Receives the SAML response of a directory.')
  @ApiResponse(LEADS_ON)
  async takeSaml(
    @Param() { connection_id: id }: ConnectionPath,
    @Req() { rawBody }: PlatformRequest,
    @Res() response: Response,
  ): Promise<void> {
    const form = new URLSearchParams(rawBody?.toString('latin1'));
    const state = form.get('RelayState') ?? '';
    await this.signIns.takeSaml(id, state, form.get('SAMLResponse') ?? '');
    // The browser comes back without its cookie, because another site sent it here.
    leadTo(response, `/v1/portal/saml/${id}/finish?${new URLSearchParams({ state }).toString()}`);
  }

  @Get('saml/:connection_id/finish')
  @PublicRoute('domain', { internal: true, errors: ENDING })
  @BehindPublicDoor(doorOf('saml-finish'))
  @Operation('Ends a sign-in by SAML in the browser in which it began.')
  @ApiResponse(LEADS_ON)
  async finishSaml(
    @Param() { connection_id: id }: ConnectionPath,
    @Req() request: PlatformRequest,
    @Res() response: Response,
  ): Promise<void> {
    const state = queryOf(request).get('state') ?? '';
    const ended = await this.signIns.endSaml(id, this.browsers.of(request), state);
    this.browsers.remember(request, ended.begun.returnTo);
    await this.sessions.end(ended, request, response);
    leadTo(response, ended.begun.returnTo);
  }
}

/** As sent: directories may add their own parameters. */
const queryOf = (request: PlatformRequest): URLSearchParams =>
  new URL(request.url, 'http://localhost').searchParams;
