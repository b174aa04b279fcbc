import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import { IsInt } from 'class-validator';
import { Access, Auth } from '../../../src/core/auth/access.decorator.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import type { PlatformRequest } from '../../../src/core/shared/platform-request.js';
import { Idempotent, Reserved } from '../../../src/core/idempotency/idempotent.decorator.js';
import { errorEntry } from '../../../src/core/shared/catalogue.js';
import { Reservation } from '../../../src/core/database/unit-of-work/reservation.js';
import { TalliesService } from './tallies.service.js';

/** The answer of `add` while another request holds its key. */
const TALLY_IN_PROGRESS = errorEntry('test_tally_in_progress', 409, 'The tally is being taken.');

const SCOPES = ['full-access'] as const;
const ANSWER = { schema: { type: 'object' } } as const;

class TallyRequest {
  @IsInt()
  amount!: number;
}

/** Routes with their effect in a tenant store. */
@Controller('test/tallies')
export class TalliesController {
  constructor(private readonly tallies: TalliesService) {}

  @Post('add')
  @HttpCode(201)
  @ApiCreatedResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'partner' })
  @Idempotent({
    operation: 'test.tallies.add',
    required: true,
    effect: 'tenant',
    inProgress: TALLY_IN_PROGRESS,
  })
  add(@Auth() auth: AuthContext, @Body() { amount }: TallyRequest, @Reserved() reservation: Reservation) {
    return this.tallies.add(auth, amount, reservation);
  }

  @Post('add-new')
  @HttpCode(202)
  @ApiAcceptedResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general' })
  @Idempotent({ operation: 'test.tallies.add-new', effect: 'tenant', plainAnswer: true })
  addNew(
    @Auth() auth: AuthContext,
    @Body() { amount }: TallyRequest,
    @Reserved() reservation: Reservation | null,
  ) {
    return this.tallies.addNew(auth, amount, reservation);
  }

  @Post('streamed')
  @HttpCode(200)
  @ApiBody({ schema: {} })
  @ApiOkResponse(ANSWER)
  @Access({
    scopes: SCOPES,
    surface: 'general',
    body: { bytes: 4096, types: ['application/x-ndjson'], streamed: true },
  })
  @Idempotent({ operation: 'test.tallies.streamed', required: true, effect: 'tenant', streamed: true })
  async streamed(
    @Auth() auth: AuthContext,
    @Req() request: PlatformRequest,
    @Reserved() reservation: Reservation,
  ) {
    let bytes = 0;
    for await (const chunk of reservation.follow(request)) bytes += chunk.length;
    return this.tallies.add(auth, bytes, reservation);
  }

  @Post('misplaced')
  @HttpCode(200)
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general' })
  @Idempotent({ operation: 'test.tallies.misplaced', required: true, effect: 'tenant' })
  misplaced(@Auth() auth: AuthContext, @Reserved() reservation: Reservation) {
    return this.tallies.misplace(auth, reservation);
  }

  @Post('unsaid')
  @HttpCode(200)
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general' })
  @Idempotent({ operation: 'test.tallies.unsaid', required: true })
  unsaid(@Auth() auth: AuthContext, @Reserved() reservation: Reservation) {
    return this.tallies.add(auth, 1, reservation);
  }
}
