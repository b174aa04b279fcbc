import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { resolveDateRange } from '../../../core/time/date-range.policy.js';
import type { CallScope } from './call-scope.js';
import type { CallSelection, ProjectCallSelection } from './call-selection.request.js';

/** Builds the CallScope of a request. */
@Injectable()
export class CallScopes {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly clock: Clock,
  ) {}

  /**
   * A project that is named was found visible by the guards; without one, everything the caller sees counts.
   * @throws 422 naming the date or zone that cannot be read
   */
  async resolve(auth: AuthContext, selection: CallSelection | ProjectCallSelection): Promise<CallScope> {
    const range = resolveDateRange(
      { start: selection.start_date, end: selection.end_date, timezone: selection.timezone },
      this.clock.now(),
    );
    return {
      tenant: { clientId: auth.clientId, dataEnv: auth.dataEnv },
      range,
      projects:
        selection.project_id === undefined
          ? await this.projects.visibleProjects(auth)
          : [selection.project_id],
      solutionId: selection.solution_id ?? null,
    };
  }
}
