import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PEOPLE } from '../rules/callers.js';
import { SupportLimit } from '../rules/limits.js';
import { SUPPORT_ERRORS } from '../support.errors.js';
import { SupportPeopleResponse } from './people.response.js';
import { SupportPeople } from './people.service.js';

/** support 5.7. */
@Routes('v1/support/people', 'Support')
export class SupportPeopleController {
  constructor(private readonly people: SupportPeople) {}

  @Get()
  @Access({ ...PEOPLE, errors: [SUPPORT_ERRORS.limitReached] })
  @SupportLimit('people', 60)
  @Operation('Lists the people who opened tickets that you see, and those to whom you can assign tickets.')
  @Answers(SupportPeopleResponse)
  listSupportPeople(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
  ): Promise<SupportPeopleResponse> {
    return this.people.of(auth);
  }
}
