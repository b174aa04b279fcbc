import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../src/core/auth/access.decorator.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
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
  @ApiOperation({ summary: 'Puts a toy on the shelf.' })
  @ApiCreatedResponse({ type: ToyResponse })
  shelveToy(@Auth() auth: AuthContext, @Body() body: ToyRequest): Promise<ToyResponse> {
    return this.toys.shelve(auth, body);
  }
}
