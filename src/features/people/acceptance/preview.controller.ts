import { Body, HttpCode, Post, Query } from '@nestjs/common';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { BehindPublicDoor, type PublicDoor } from '../../../core/rate-limit/public-door.decorator.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PreviewInvitationRequest } from './acceptance.request.js';
import { InvitationPreviewResponse } from './preview.response.js';
import { AcceptanceService } from './acceptance.service.js';

/** A person opens a link a few times; an office of fifty may start on the same morning. */
const DOOR: PublicDoor = {
  name: 'invitation-preview',
  perAddress: [{ limit: 60, seconds: 60 }],
  ceiling: { limit: 1200, seconds: 60 },
};

// The token, with room for different ways to write JSON.
const BODY = { bytes: 1024, types: ['application/json'] } as const;

/** The content of an invitation for those who have its link (people 4.6). */
@Routes('v1/portal/invitations/preview', 'People')
export class PreviewController {
  constructor(private readonly acceptance: AcceptanceService) {}

  @Post()
  @HttpCode(200)
  @PublicRoute('domain', {
    errors: [CATALOGUE.notFound, CATALOGUE.rateLimited, CATALOGUE.dependencyUnavailable],
    body: BODY,
    keyless: 'It changes nothing.',
  })
  @BehindPublicDoor(DOOR)
  @Operation(
    'Shows who invites, to which client and in which role, before the person signs in.',
    'For the page that the link in the email opens; the token in the body is the credential. It changes ' +
      'nothing. Every link that cannot give a role now is the same 404.',
  )
  @Answers(InvitationPreviewResponse)
  previewInvitation(
    @Query() _query: EmptyQuery,
    @Body() { token }: PreviewInvitationRequest,
  ): Promise<InvitationPreviewResponse> {
    return this.acceptance.preview(token);
  }
}
