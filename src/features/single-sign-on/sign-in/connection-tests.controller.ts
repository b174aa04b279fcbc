import { Body, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { SignInBrowsers } from '../../portal/entry/sign-in-browsers.service.js';
import { FOR_CLIENT_ADMINS, LimitedChange } from '../rules/callers.js';
import { ConnectionPath } from '../rules/connection-path.request.js';
import { ConnectionTests } from './connection-tests.service.js';
import { ReturnRequest } from './sign-in.request.js';
import { ConnectionTestResponse, TestLocationResponse } from './sign-in.response.js';

/** single-sign-on 4.7 */
@Routes('v1/security/sso/connections', 'Single sign-on')
export class ConnectionTestsController {
  constructor(
    private readonly tests: ConnectionTests,
    private readonly browsers: SignInBrowsers,
  ) {}

  @Post(':connection_id/test')
  @HttpCode(200)
  @Access({ ...FOR_CLIENT_ADMINS, keyless: 'Each request begins another test.' })
  @LimitedChange()
  @Operation(
    'Begins a test sign-in with the newest settings of a connection.',
    'Open `location` in this browser and sign in there. The test creates no session; it ends at `return_to`, and then ' +
      '`GET` shows what the directory said.',
  )
  @Answers(TestLocationResponse)
  async startSsoTest(
    @Auth() auth: AuthContext,
    @Param() { connection_id: id }: ConnectionPath,
    @Query() _query: ClientChoice,
    @Body() { return_to: asked }: ReturnRequest,
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TestLocationResponse> {
    const browser = this.browsers.begin(request, response);
    return { location: await this.tests.begin(auth, id, browser, this.browsers.returnPath(asked)) };
  }

  @Get(':connection_id/test')
  @Access(FOR_CLIENT_ADMINS)
  @Operation('Shows the result of the last test sign-in of a connection.', '404 before the first one.')
  @Answers(ConnectionTestResponse)
  getSsoTest(
    @Auth() auth: AuthContext,
    @Param() { connection_id: id }: ConnectionPath,
    @Query() _query: ClientChoice,
  ): Promise<ConnectionTestResponse> {
    return this.tests.show(auth, id);
  }
}
