import { Body, Delete, Get, Headers, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { ChangeViewRequest, SaveViewRequest, ViewParams } from './views.request.js';
import { DeletedViewResponse, SavedView, SavedViewsResponse } from './views.response.js';
import { SavedViewsService } from './views.service.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** Every signed-in person, for their clients (saved-views 1.1). */
const PEOPLE: Omit<ProtectedAccess, 'kind'> = {
  scopes: PORTAL_ROLES,
  credentials: 'bearer',
  client: 'query',
  surface: 'domain',
};

/** saved-views sections 1 to 3. */
@Routes('v1/portal/views', 'Saved views')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Get()
  @Access(PEOPLE)
  @Operation('Lists your saved views of a client, and those that are shared.')
  @Answers(SavedViewsResponse)
  listSavedViews(@Auth() auth: AuthContext, @Query() _query: ClientChoice): Promise<SavedViewsResponse> {
    return this.views.list(auth);
  }

  @Post()
  @Access({ ...PEOPLE, errors: [CATALOGUE.conflict] })
  @Idempotent()
  @Operation(
    'Saves a page of the portal with its filters, under a name.',
    'A person may save 50 views for a client, and a client may have 100 shared ones; more is 409.',
  )
  @Answers(SavedView, { headers: HEADERS })
  async saveView(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: SaveViewRequest,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SavedView> {
    return withEtag(response, await this.views.save(auth, request, reservation));
  }

  @Patch(':view_id')
  @Access({ ...PEOPLE, errors: [CATALOGUE.conflict, CATALOGUE.preconditionRequired] })
  @Idempotent()
  @Operation('Changes the name, the address or the readers of a view; what is left out stays.')
  @IfMatch('The etag of the view that you read. Missing or *: 428; stale: 409.', { required: true })
  @Answers(SavedView, { headers: HEADERS })
  async changeView(
    @Auth() auth: AuthContext,
    @Param() { view_id: viewId }: ViewParams,
    @Query() _query: ClientChoice,
    @Body() request: ChangeViewRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SavedView> {
    return withEtag(response, await this.views.change(auth, viewId, request, ifMatch, reservation));
  }

  @Delete(':view_id')
  @Access(PEOPLE)
  @Idempotent()
  @Operation('Deletes a view.')
  @Answers(DeletedViewResponse)
  deleteView(
    @Auth() auth: AuthContext,
    @Param() { view_id: viewId }: ViewParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<DeletedViewResponse> {
    return this.views.delete(auth, viewId, reservation);
  }
}
