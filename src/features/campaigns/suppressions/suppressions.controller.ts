import { Body, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { KEYED, READERS, WRITERS } from '../rules/callers.js';
import { SuppressionRemovalService } from './removal.service.js';
import { AddSuppressionRequest, SuppressionListRequest, SuppressionParams } from './suppressions.request.js';
import { SuppressionItem, SuppressionListResponse } from './suppressions.response.js';
import { SuppressionsService } from './suppressions.service.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** campaigns section 8. */
@Routes('v1/outbound-campaigns/suppressions', 'Outbound campaigns')
export class SuppressionsController {
  constructor(
    private readonly suppressions: SuppressionsService,
    private readonly removal: SuppressionRemovalService,
  ) {}

  @Get()
  @Access({ ...READERS, project: 'query' })
  @Operation('Lists numbers that must not be called, masked, newest first.')
  @Answers(SuppressionListResponse)
  listSuppressions(
    @Auth() auth: AuthContext,
    @Query() request: SuppressionListRequest,
  ): Promise<SuppressionListResponse> {
    return this.suppressions.list(auth, request);
  }

  @Post()
  @Access(WRITERS)
  @Idempotent(KEYED)
  @Operation(
    'Prevents one project, or all of them, from calling a number.',
    'A repeated request changes nothing and returns the stored suppression.',
  )
  @Answers(SuppressionItem)
  createSuppression(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: AddSuppressionRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<SuppressionItem> {
    return this.suppressions.add(auth, request, reservation);
  }

  @Delete(':suppression_id')
  @HttpCode(204)
  @Access(WRITERS)
  @Idempotent(KEYED)
  @Operation('Allows calls to a number again; its contacts are evaluated again.')
  @ApiNoContentResponse()
  removeSuppression(
    @Auth() auth: AuthContext,
    @Param() { suppression_id: suppressionId }: SuppressionParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<void> {
    return this.removal.remove(auth, suppressionId, reservation);
  }
}
