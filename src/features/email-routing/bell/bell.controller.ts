import { Body, Get, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { ListNoticesRequest, MarkNoticesReadRequest } from './bell.request.js';
import { NoticesReadResponse, NoticesResponse } from './bell.response.js';
import { BellService } from './bell.service.js';

/** Every signed-in person; what they may read depends on their role (email-routing 7.2, 7.3). */
const PEOPLE: Omit<ProtectedAccess, 'kind'> = {
  scopes: PORTAL_ROLES,
  credentials: 'bearer',
  client: 'query',
  surface: 'domain',
};

/** email-routing section 7. */
@Routes('v1/portal/notices', 'Notices')
export class BellController {
  constructor(private readonly bell: BellService) {}

  @Get()
  @Access(PEOPLE)
  @Operation(
    'Lists the notices of a client that your role may read, newest first.',
    'Each notice is listed once for 90 days, however many addresses it was sent to.',
  )
  @Answers(NoticesResponse)
  listNotices(@Auth() auth: AuthContext, @Query() request: ListNoticesRequest): Promise<NoticesResponse> {
    return this.bell.list(auth, request);
  }

  @Post('read')
  @Access(PEOPLE)
  @Idempotent()
  @Operation(
    'Marks the notices of a client as read by you, up to an instant.',
    'This applies to you alone, on all of your devices.',
  )
  @Answers(NoticesReadResponse)
  markNoticesRead(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: MarkNoticesReadRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<NoticesReadResponse> {
    return this.bell.markRead(auth, request, reservation);
  }
}
