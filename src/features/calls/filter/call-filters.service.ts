import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { isE164, readPhoneNumber } from '../../../core/shared/phone-numbers/phone-number.policy.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { resolveDateRange } from '../../../core/time/date-range.policy.js';
import { tagHash } from '../../follow-up/follow-up.sql.js';
import { conditionsOf, versionOf, type CallConditions, type CallFilter } from './call-filter.js';
import { LAST_DIGITS, type CallFilterRequest } from './call-filter.request.js';
import { permittedCaller } from './permitted-caller.policy.js';

interface FilterTerms {
  /** The result of `conditions` for the request. */
  readonly conditions?: CallConditions;
  /** The reference time for a range without an end or a start; default: now. */
  readonly asOf?: Date;
  /** See DateRangeQuery. */
  readonly endInstantExcluded?: boolean;
}

/** Converts the parameters of a request into the one filter of its calls. */
@Injectable()
export class CallFilters {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly clock: Clock,
    private readonly permissions: PiiPermissions,
    private readonly keys: TenantKeys,
  ) {}

  /**
   * The guards have checked that a named project is visible; without one, the filter covers
   * everything the caller can see.
   * @throws 422 naming the date or zone that cannot be read, or a version without its project
   */
  async resolve(auth: AuthContext, request: CallFilterRequest, terms: FilterTerms = {}): Promise<CallFilter> {
    const conditions = terms.conditions ?? (await this.conditions(auth, request));
    const { start_date: start, end_date: end, timezone, project_id: projectId } = request;
    const { asOf = this.clock.now(), endInstantExcluded } = terms;
    const version = versionOf(request.version);
    if (typeof version === 'number' && projectId === undefined) throw versionOfNoProject();
    const range = resolveDateRange({ start, end, timezone, endInstantExcluded }, asOf);
    return {
      range,
      projects: projectId === undefined ? await this.projects.visibleProjects(auth) : [projectId],
      solutionId: request.solution_id ?? null,
      version,
      conditions,
    };
  }

  /** The conditions of a request, checked against this caller's permissions. */
  async conditions(auth: AuthContext, request: CallFilterRequest): Promise<CallConditions> {
    const { caller, follow_up_tag: tag, project_id: projectId } = request;
    return {
      ...conditionsOf(request),
      ...(caller !== undefined && { caller: await this.callerOf(auth, caller, projectId) }),
      ...(tag !== undefined && { followUpTag: tagHash(await this.keys.current(auth, 'matching'), tag) }),
    };
  }

  /** The number, or masked number, that calls are compared with for this caller (calls 4.5). */
  async permittedCaller(auth: AuthContext, asked: string, projectId: string | undefined): Promise<string> {
    const number = readPhoneNumber(asked);
    if (number === null) return asked;
    const { rawCaller } = await this.permissions.of(auth, projectId);
    return permittedCaller(number, rawCaller);
  }

  private async callerOf(
    auth: AuthContext,
    asked: string,
    projectId: string | undefined,
  ): Promise<NonNullable<CallConditions['caller']>> {
    if (LAST_DIGITS.test(asked)) return { kind: 'ending', digits: asked };
    const caller = await this.permittedCaller(auth, asked, projectId);
    if (!isE164(caller)) return { kind: 'masked', masked: caller };
    // Without the matching key a number cannot be compared with anything but its masked form.
    const key = await this.keys.current(auth, 'matching');
    return { kind: 'number', hash: keyedHash(key, 'caller-number', caller) };
  }
}

/** Each project numbers its own versions (calls 4.9). */
const versionOfNoProject = () =>
  unprocessable({
    loc: ['query', 'version'],
    message: 'must come with project_id, because each project numbers its own versions',
    type: 'project_required',
  });
