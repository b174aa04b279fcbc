import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { KEYED, READERS, WRITERS } from '../../campaigns/rules/callers.js';
import { SingleDispatchParams, SingleDispatchRequest } from './single-dispatch.request.js';
import { SingleDispatchResponse } from './single-dispatch.response.js';
import { SingleDispatchService } from './single-dispatch.service.js';
import { SingleListRequest } from './single-list.request.js';
import { SingleListResponse } from './single-list.response.js';
import { SingleListService } from './single-list.service.js';

/** dispatch section 7. */
@Routes('v1/dispatches', 'Outbound campaigns')
export class SingleDispatchController {
  constructor(
    private readonly dispatches: SingleDispatchService,
    private readonly lists: SingleListService,
  ) {}

  @Get()
  @Access({ ...READERS, project: 'query' })
  @Operation('Lists single calls, newest first.')
  @Answers(SingleListResponse)
  listDispatches(
    @Auth() auth: AuthContext,
    @Query() request: SingleListRequest,
  ): Promise<SingleListResponse> {
    return this.lists.list(auth, request);
  }

  @Post()
  @HttpCode(202)
  @Access({ ...WRITERS, errors: [CATALOGUE.rateLimited] })
  @Idempotent({ operation: 'dispatches.create', required: true, ...KEYED })
  @Operation(
    'Calls one person now, without a campaign.',
    'This dials a real telephone. The rules are those for contacts of campaigns. `queued`: the next ' +
      'runtime that asks for work calls. `refused`: it will not be called, and `refused_codes` say why. ' +
      '429 means that all slots for calls are in use.',
  )
  @ApiAcceptedResponse({ type: SingleDispatchResponse })
  createDispatch(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: SingleDispatchRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<SingleDispatchResponse> {
    return this.dispatches.create(auth, request, reservation);
  }

  @Get(':dispatch_id')
  @Access(READERS)
  @Operation('Shows a single call.')
  @Answers(SingleDispatchResponse)
  getDispatch(
    @Auth() auth: AuthContext,
    @Param() { dispatch_id: dispatchId }: SingleDispatchParams,
    @Query() _query: ClientChoice,
  ): Promise<SingleDispatchResponse> {
    return this.lists.show(auth, dispatchId);
  }
}
