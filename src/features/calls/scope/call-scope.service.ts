import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { keyedHash } from '../../../core/privacy/keyed-hash.js';
import { PiiPermissions } from '../../../core/privacy/pii-permissions.service.js';
import { TenantKeys } from '../../../core/privacy/tenant-keys.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { resolveDateRange } from '../../../core/time/date-range.policy.js';
import { permittedCaller, readCallFilter } from './call-filter.policy.js';
import type { CallerFilter, CallFilterQuery } from './call-filter.policy.js';
import type { CallerMatch, CallScope, ScopeFilter } from './call-scope.js';

/** What a route was asked for; every part may be missing. */
export interface Selection extends CallFilterQuery {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly timezone?: string | undefined;
  readonly project_id?: string | undefined;
  readonly solution_id?: string | undefined;
  /** See DateRangeQuery; no parameter of a route. */
  readonly end_instant_excluded?: boolean;
}

/** Builds the CallScope of a request. */
@Injectable()
export class CallScopes {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly clock: Clock,
    private readonly permissions: PiiPermissions,
    private readonly keys: TenantKeys,
  ) {}

  /**
   * A project that is named was found visible by the guards; without one, everything the caller sees counts.
   * @throws 400 naming the filter value that nothing can match, 422 naming the date or zone that cannot be read
   */
  async resolve(auth: AuthContext, selection: Selection): Promise<CallScope> {
    return this.within(auth, selection, await this.filterOf(auth, selection), this.clock.now());
  }

  /** The filter alone, as this caller may use it. @throws 400 naming the value that nothing can match */
  async filterOf(auth: AuthContext, selection: Selection): Promise<ScopeFilter> {
    const { caller, ...filter } = readCallFilter(selection);
    if (caller === undefined) return filter;
    return { ...filter, caller: await this.callerMatch(auth, caller, selection.project_id) };
  }

  /**
   * The scope of a filter, for answers that take several requests.
   * @param asOf stands for now: a range without an end, or without a start, is counted from there
   * @throws 422 naming the date or zone that cannot be read
   */
  async within(auth: AuthContext, selection: Selection, filter: ScopeFilter, asOf: Date): Promise<CallScope> {
    const range = resolveDateRange(
      {
        start: selection.start_date,
        end: selection.end_date,
        timezone: selection.timezone,
        endInstantExcluded: selection.end_instant_excluded,
      },
      asOf,
    );
    return {
      tenant: { clientId: auth.clientId, dataEnv: auth.dataEnv },
      range,
      projects:
        selection.project_id === undefined
          ? await this.projects.visibleProjects(auth)
          : [selection.project_id],
      solutionId: selection.solution_id ?? null,
      filter,
    };
  }

  /** Without the matching key a number cannot be compared with anything but its masked form. */
  private async callerMatch(
    auth: AuthContext,
    asked: CallerFilter,
    projectId: string | undefined,
  ): Promise<CallerMatch> {
    if (asked.kind === 'masked') return asked;
    const { rawCaller } = await this.permissions.of(auth, projectId);
    const caller = permittedCaller(asked, rawCaller);
    if (caller.kind === 'masked') return caller;
    const key = await this.keys.current(auth, 'matching');
    return { kind: 'number', hash: keyedHash(key, 'caller-number', caller.e164) };
  }
}
