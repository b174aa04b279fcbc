import { Body, HttpCode, Post, Query, Req } from '@nestjs/common';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import type { PublicAccess } from '../../../core/auth/access-rule.js';
import type { BodyLimits } from '../../../core/auth/body-limits.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { BehindPublicDoor, type PublicDoor } from '../../../core/rate-limit/public-door.decorator.js';
import { answerTime, sleepUntil } from '../../../core/server/answer-time.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { LeaveQuery, MailLinkRequest } from './links.request.js';
import { MailLinkResponse } from './links.response.js';
import { LinksService } from './links.service.js';

/**
 * The contract's limit for links in mails; sixty people of one office may confirm on the same
 * morning.
 */
const VERIFY_DOOR: PublicDoor = {
  name: 'email-verification',
  perAddress: [{ limit: 10, seconds: 60 }],
  ceiling: { limit: 600, seconds: 60 },
};

/** The servers of a mail provider unsubscribe for all of its people. */
const LEAVE_DOOR: PublicDoor = {
  name: 'email-unsubscribe',
  perAddress: [{ limit: 60, seconds: 60 }],
  ceiling: { limit: 1200, seconds: 60 },
};

const OF_LINK: Omit<PublicAccess, 'kind' | 'surface'> = {
  errors: [CATALOGUE.rateLimited, CATALOGUE.dependencyUnavailable],
  // The token, and room for the ways to write JSON.
  body: { bytes: 1024, types: ['application/json'] },
  keyless: 'A repeated request changes nothing and gets the same response.',
};

const BY_PROGRAM: BodyLimits = {
  bytes: 1024,
  types: ['application/json', 'application/x-www-form-urlencoded'],
};

/**
 * For the page that the links of mails open: its buttons act, while opening a link does not
 * (email-routing section 3).
 */
@Routes('v1/email-routing', 'Email routing')
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Post('verify')
  @HttpCode(200)
  @PublicRoute('domain', OF_LINK)
  @BehindPublicDoor(VERIFY_DOOR)
  @Operation(
    'Confirms an address by the token in the email that was sent to it.',
    'The response is the same, in bytes and in time, whether the token works or not. It works once, for 24 hours.',
  )
  @Answers(MailLinkResponse)
  acceptEmailAddress(
    @Query() _query: EmptyQuery,
    @Body() { token }: MailLinkRequest,
    @Req() request: PlatformRequest,
  ): Promise<MailLinkResponse> {
    return alike(request, this.links.verify(token));
  }

  @Post('unsubscribe')
  @HttpCode(200)
  @PublicRoute('domain', { ...OF_LINK, body: BY_PROGRAM })
  @BehindPublicDoor(LEAVE_DOOR)
  @Operation(
    'Unsubscribes an address from all emails, by the token that each of them has.',
    'The response is the same, in bytes and in time, whether the token works or not. Email programs send the ' +
      'token in the query, and a form as the body (RFC 8058).',
  )
  @Answers(MailLinkResponse)
  endEmailAddress(
    @Query() query: LeaveQuery,
    @Body() { token = query.token }: MailLinkRequest,
    @Req() request: PlatformRequest,
  ): Promise<MailLinkResponse> {
    return alike(request, this.links.unsubscribe(token));
  }
}

/** Answers all links alike, at the time of a failure response (requests 8.11). */
async function alike({ arrivedAt }: PlatformRequest, done: Promise<void>): Promise<MailLinkResponse> {
  await done;
  await sleepUntil(answerTime(arrivedAt, performance.now()));
  return { status: 'received' };
}
