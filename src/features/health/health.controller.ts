import { Controller, Get, Res } from '@nestjs/common';
import { ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../../core/auth/access.decorator.js';
import { Answers, Operation } from '../../core/http/operation.decorator.js';
import { HealthResponse, RootResponse } from './health.response.js';
import { HealthService } from './health.service.js';

const PROBE = 'load balancers and monitors call it, and it stores nothing';

/** Public health endpoints (operations section 1). */
@ApiTags('Health')
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get()
  @PublicRoute('health', { withoutDoor: PROBE })
  @Operation(
    'Says which API this is and where its health is shown.',
    'Queries no store: it responds as long as the process runs.',
  )
  @Answers(RootResponse)
  getService(): RootResponse {
    return { name: 'Telephony Platform API', version: '1', status: 'online', health: '/v1/health' };
  }

  @Get('v1/health')
  @PublicRoute('health', { withoutDoor: PROBE })
  @Operation(
    'Shows whether this process can do its work.',
    'Every core check with its state. A failed check makes the answer 503, for load balancers and monitors.',
  )
  @Answers(HealthResponse)
  @ApiServiceUnavailableResponse({ type: HealthResponse, description: 'A required core check failed.' })
  async getHealth(@Res({ passthrough: true }) response: Response): Promise<HealthResponse> {
    const answer = await this.health.check();
    if (answer.status === 'unhealthy') response.status(503);
    return answer;
  }
}
