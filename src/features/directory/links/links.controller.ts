import { Body, Delete, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { StepUp } from '../../../core/auth/step-up.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { COUNTED, FOR_ADMINISTRATORS } from '../rules/administrators.js';
import { LinkedPersonResponse } from '../rules/linked-person.response.js';
import { LinkParams, LinkRequest } from './links.request.js';
import { LinksService } from './links.service.js';

/** Links of people to the directory (directory 4.3). */
@Routes('v1/security/scim/links', 'Directory')
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Post()
  @Access({ ...FOR_ADMINISTRATORS, errors: [CATALOGUE.conflict] })
  @StepUp('directory')
  @Idempotent({ operation: 'directory.links.create', required: true })
  @COUNTED
  @Operation(
    'Links a person to the directory.',
    'The directory governs the person from its first event with this userName on. Until a group decides, ' +
      'the person keeps the current role. A person without an active role of the customer is 404.',
  )
  @Answers(LinkedPersonResponse)
  createDirectoryLink(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: LinkRequest,
    @Reserved() reservation: Reservation,
  ): Promise<LinkedPersonResponse> {
    return this.links.link(auth, request, reservation);
  }

  @Delete(':user_id')
  @Access(FOR_ADMINISTRATORS)
  @StepUp('directory')
  @Idempotent()
  @COUNTED
  @Operation('Ends the link of a person, who keeps the role.')
  @Answers(LinkedPersonResponse)
  deleteDirectoryLink(
    @Auth() auth: AuthContext,
    @Param() { user_id: userId }: LinkParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<LinkedPersonResponse> {
    return this.links.unlink(auth, userId, reservation);
  }
}
