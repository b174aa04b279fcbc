import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../src/core/auth/access.decorator.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import type { Reservation } from '../../../src/core/database/unit-of-work/reservation.js';
import { Idempotent, Reserved } from '../../../src/core/idempotency/idempotent.decorator.js';
import { TOY_ERRORS } from './toy.errors.js';
import { ToyRequest } from './toy.request.js';
import { ToyResponse } from './toy.response.js';
import { ToyService } from './toy.service.js';

@ApiTags('Toys')
@Controller('v1/toys')
export class ToyController {
  constructor(private readonly toys: ToyService) {}

  @Post()
  @HttpCode(201)
  @Access({ scopes: ['full-access'], surface: 'partner', errors: [TOY_ERRORS.limit] })
  @Idempotent()
  @ApiOperation({ summary: 'Puts a toy on the shelf.' })
  @ApiCreatedResponse({ type: ToyResponse })
  shelveToy(
    @Auth() auth: AuthContext,
    @Body() body: ToyRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<ToyResponse> {
    return this.toys.shelve(auth, body, reservation);
  }
}
