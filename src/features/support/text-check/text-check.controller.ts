import { Body, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PEOPLE } from '../rules/callers.js';
import { SupportLimit } from '../rules/limits.js';
import { personalDataIn } from '../rules/texts/numbers-in-text.policy.js';
import { SUPPORT_ERRORS } from '../support.errors.js';
import { TextCheckRequest } from './text-check.request.js';
import { TextCheckResponse } from './text-check.response.js';

/** support 4.8. */
@Routes('v1/support/text-check', 'Support')
export class TextCheckController {
  @Post()
  @HttpCode(HttpStatus.OK)
  @Access({ ...PEOPLE, errors: [SUPPORT_ERRORS.limitReached], keyless: 'It changes nothing.' })
  @SupportLimit('text_check', 60)
  @Operation('Says which kinds of personal data a text has, before it is sent. Stores nothing.')
  @Answers(TextCheckResponse)
  checkSupportText(
    @Auth() _auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() { text }: TextCheckRequest,
  ): TextCheckResponse {
    return { personal_data_found: personalDataIn(text) };
  }
}
