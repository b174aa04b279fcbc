import { Body, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import { cookieName, readCookie } from '../../../core/http/cookies.policy.js';
import { Answers, Operation, Routes } from '../../../core/http/openapi/operation.decorator.js';
import { EmptyQuery } from '../../../core/http/validation.pipe.js';
import { BehindPublicDoor, type PublicDoor } from '../../../core/rate-limit/public-door.decorator.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { AnswersRequest, FormRequest } from '../rules/form.request.js';
import { AnswersReceivedResponse, FormResponse } from '../rules/form.response.js';
import { FormService, type Sender } from './form.service.js';

/**
 * The limit of an address is the contract's. The ceiling is what the edge lets one caller send: a
 * thousand calls at once that all ask for a form within a minute stay below it.
 */
const DOOR: PublicDoor = {
  name: 'direct-input',
  perAddress: [{ limit: 60, seconds: 60 }],
  ceiling: { limit: 1200, seconds: 60 },
};

const ALIKE = {
  onlyFailure: CATALOGUE.notFound,
  errors: [CATALOGUE.dependencyUnavailable],
} as const;

// A token and its braces. The other one is the contract's.
const TOKEN_BODY = { bytes: 1024, types: ['application/json'] } as const;
const ENVELOPE_BODY = { bytes: 32 * 1024, types: ['application/json'] } as const;

// As long as the longest session lasts from its first sight on.
const COOKIE_MS = 900_000;

/** The two routes of the page of direct input, for strangers (direct-input sections 3 and 4). */
@Routes('v1/direct-input', 'Direct input')
export class FormController {
  private readonly isSecure: boolean;
  private readonly cookie: string;

  constructor(
    @Inject(SETTINGS) { portal }: Settings,
    private readonly forms: FormService,
  ) {
    this.isSecure = portal.url.startsWith('https:');
    this.cookie = cookieName('direct-input', this.isSecure);
  }

  @Post('context')
  @PublicRoute('general', { ...ALIKE, body: TOKEN_BODY, keyless: 'It changes nothing.' })
  @BehindPublicDoor(DOOR)
  @Operation(
    'The questions of a form, and the key with which its answers are encrypted.',
    'For the page that the caller opens. The first browser that asks is the only one that may use the link from then on. Everything that is ' +
      'wrong, a limit included, is the same 404.',
  )
  @Answers(FormResponse)
  async getDirectInputForm(
    @Query() _query: EmptyQuery,
    @Body() body: FormRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FormResponse> {
    const { form, cookie } = await this.forms.show(body, this.senderOf(request));
    if (cookie !== null)
      response.cookie(this.cookie, cookie, {
        httpOnly: true,
        secure: this.isSecure,
        sameSite: 'strict',
        path: '/',
        maxAge: COOKIE_MS,
      });
    return form;
  }

  @Post('submit')
  @HttpCode(202)
  @PublicRoute('general', {
    ...ALIKE,
    body: ENVELOPE_BODY,
    keyless: 'A session takes one envelope, and answers the same one alike.',
  })
  @BehindPublicDoor(DOOR)
  @Operation(
    'Takes the encrypted answers of a form, once.',
    'An envelope that was taken is 202 again. Everything that is wrong, a limit included, is the same 404.',
  )
  @ApiAcceptedResponse({ type: AnswersReceivedResponse })
  async submitDirectInput(
    @Query() _query: EmptyQuery,
    @Body() body: AnswersRequest,
    @Req() request: Request,
  ): Promise<AnswersReceivedResponse> {
    await this.forms.take(body, this.senderOf(request));
    return { status: 'received' };
  }

  private senderOf({ headers }: Request): Sender {
    const cookie = readCookie(headers.cookie, this.cookie);
    return { isBrowser: headers.origin !== undefined, cookie: cookie.kind === 'value' ? cookie.value : null };
  }
}
