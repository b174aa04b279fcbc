import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { BUSINESS_HOURS_ERRORS } from '../business-hours.errors.js';
import { PORTAL_CALLERS } from '../rules/callers.js';
import { BusinessHoursProjectsResponse } from './project-options.response.js';
import { ProjectOptionsService } from './project-options.service.js';

const { optionsRateLimited } = BUSINESS_HOURS_ERRORS;

/** business-hours section 4. */
@Routes('v1/portal/business-hours/project-options', 'Business hours')
export class ProjectOptionsController {
  constructor(private readonly options: ProjectOptionsService) {}

  @Get()
  @Access(PORTAL_CALLERS)
  @RateLimit({ caller: { limit: 20, seconds: 60 } }, { answer: optionsRateLimited, within: 'platform' })
  @Operation(
    'Lists the projects of a client, and whether each has its own business hours.',
    'A full window is 429, with the seconds to wait in field_errors.retry_after_seconds.',
  )
  @Answers(BusinessHoursProjectsResponse)
  listBusinessHoursProjects(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
  ): Promise<BusinessHoursProjectsResponse> {
    return this.options.list(auth);
  }
}
