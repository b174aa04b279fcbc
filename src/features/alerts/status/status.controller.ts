import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PEOPLE } from '../rules/callers.js';
import { StatusRequest } from './status.request.js';
import { StatusResponse } from './status.response.js';
import { StatusService } from './status.service.js';

/** alerts section 5. */
@Routes('v1/status', 'Alerts')
export class StatusController {
  constructor(private readonly status: StatusService) {}

  @Get()
  @Access({ ...PEOPLE, project: 'query' })
  @Operation(
    'Shows the health of each project: its runtime, its store, its deliveries and its incoming calls.',
  )
  @Answers(StatusResponse)
  getStatus(@Auth() auth: AuthContext, @Query() request: StatusRequest): Promise<StatusResponse> {
    return this.status.show(auth, request);
  }
}
