import { Body, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { BehindPublicDoor } from '../../../core/rate-limit/public-door.decorator.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { FORM_DOOR } from '../rules/form-door.js';
import { AnswersRequest, FormRequest } from '../rules/form.request.js';
import { AnswersReceivedResponse, FormResponse } from '../rules/form.response.js';
import { BrowserCookie } from './browser-cookie.js';
import { FormService, type Sender } from './form.service.js';

const ALIKE = {
  onlyFailure: CATALOGUE.notFound,
  errors: [CATALOGUE.dependencyUnavailable],
} as const;

// A token and its braces. The other limit is from the contract.
const TOKEN_BODY = { bytes: 1024, types: ['application/json'] } as const;
const ENVELOPE_BODY = { bytes: 32 * 1024, types: ['application/json'] } as const;

/** The two routes of the page of direct input, for strangers (direct-input sections 3 and 4). */
@Routes('v1/direct-input', 'Direct input')
export class FormController {
  constructor(
    private readonly forms: FormService,
    private readonly cookie: BrowserCookie,
  ) {}

  @Post('context')
  @PublicRoute('general', {
    ...ALIKE,
    body: TOKEN_BODY,
    keyless: 'The same browser always gets the same response.',
  })
  @BehindPublicDoor(FORM_DOOR)
  @Operation(
    'Returns the questions of a form, and the key that encrypts its answers.',
    'For the page that the caller opens, once the person starts it. Only the first browser that asks can ' +
      'use the link. Every error, including a limit, is the same 404.',
  )
  @Answers(FormResponse)
  async getDirectInputForm(
    @Query() _query: EmptyQuery,
    @Body() body: FormRequest,
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FormResponse> {
    const { form, cookie } = await this.forms.show(body, this.senderOf(request));
    if (cookie !== null) this.cookie.set(response, cookie);
    return form;
  }

  @Post('submit')
  @HttpCode(202)
  @PublicRoute('general', {
    ...ALIKE,
    body: ENVELOPE_BODY,
    keyless: 'A session accepts one envelope; repeating it gets the same response.',
  })
  @BehindPublicDoor(FORM_DOOR)
  @Operation(
    'Receives the encrypted answers of a form, once.',
    'Repeating the accepted envelope is 202 again. Every error, including a limit, is the same 404.',
  )
  @ApiAcceptedResponse({ type: AnswersReceivedResponse })
  async submitDirectInput(
    @Query() _query: EmptyQuery,
    @Body() body: AnswersRequest,
    @Req() request: PlatformRequest,
  ): Promise<AnswersReceivedResponse> {
    await this.forms.take(body, this.senderOf(request));
    return { status: 'received' };
  }

  private senderOf(request: PlatformRequest): Sender {
    return {
      isBrowser: request.headers.origin !== undefined,
      cookie: this.cookie.of(request),
      isAboveCeiling: request.isAboveCeiling === true,
    };
  }
}
