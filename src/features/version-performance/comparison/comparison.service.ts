import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unprocessable } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { resolveDateRange, type DateRange } from '../../../core/time/date-range.policy.js';
import { addLocalDays, wallAt } from '../../../core/time/wall-clock.policy.js';
import { CallVersionFigures } from '../../calls/version-figures/version-figures.service.js';
import { ProjectFacts } from '../../projects/directory/project-facts.service.js';
import { StagedTimes } from '../../releases/staged/staged-times.service.js';
import { stagedTimeOf, type StagedTime } from '../rules/fairness.policy.js';
import { noVerdict } from '../rules/verdict.policy.js';
import { comparedFigures } from '../rules/version-figures.policy.js';
import { comparedCalls, hoursToRead, planOf, verdictOf } from './comparison.policy.js';
import { MAX_COMPARED_DAYS, type VersionPerformanceRequest } from './comparison.request.js';
import type { VersionPerformanceResponse } from './comparison.response.js';

/** Compares the results of calls of two versions. */
@Injectable()
export class ComparisonService {
  constructor(
    private readonly projects: ProjectFacts,
    private readonly times: StagedTimes,
    private readonly figures: CallVersionFigures,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws 404 for a version that the project does not have; 422 for a version and itself, or a
   *   range that cannot be read
   */
  async compare(
    auth: AuthContext,
    projectId: string,
    request: VersionPerformanceRequest,
  ): Promise<VersionPerformanceResponse> {
    const versions = [request.a, request.b] as const;
    if (request.a === request.b) throw sameVersion();
    const [project, areKnown, times] = await Promise.all([
      this.projects.calendar(auth, projectId),
      this.times.areKnown(auth, projectId, versions),
      this.times.of(auth, projectId),
    ]);
    if (project === null || !areKnown) throw notFound();
    const { timezone } = project;
    const now = this.clock.now();
    const range = rangeOf(request, timezone, stagedTimeOf(versions, times), now);
    const plan = planOf({ range, timezone, versions, times, now });
    const { compared, from } = plan;
    const asked = { projectId, versions, range: { ...range, from, to: compared.to } };
    const { boundaries, pieces, breaks, firstShown } = plan;
    const units = await this.figures.shownUnits(auth, { ...asked, boundaries, pieces, breaks, firstShown });
    const calls = comparedCalls(plan, versions, units);
    const { together } = compared;
    const reasons = [...compared.reasons, ...(calls.areUnlike ? (['no_common_direction'] as const) : [])];
    const hours = calls.areUnlike ? null : hoursToRead(plan, versions, units);
    const read = hours && {
      ...hours,
      units: await this.figures.units(auth, {
        ...asked,
        range: { ...range, from: hours.from, to: hours.to },
        boundaries: hours.boundaries,
      }),
    };
    const verdict = calls.areUnlike ? noVerdict('not_comparable') : verdictOf(plan, versions, units, read);
    return {
      project_id: projectId,
      timezone,
      from_utc: compared.from.toISOString(),
      to_utc: compared.to.toISOString(),
      a: { version_number: request.a, calls: calls.a.all.total_calls },
      b: { version_number: request.b, calls: calls.b.all.total_calls },
      comparable: reasons.length === 0,
      reasons,
      live_together: together && {
        from_utc: compared.from.toISOString(),
        to_utc: compared.to.toISOString(),
        is_active: together.to === null,
      },
      inferred_calls: calls.inferred,
      verdict: {
        result: verdict.result,
        reason: verdict.reason,
        decided_by: [...verdict.decidedBy],
        calls_judged: verdict.callsJudged,
        calls_needed: verdict.callsNeeded,
      },
      figures: comparedFigures(calls.a, calls.b),
    };
  }
}

const sameVersion = () =>
  unprocessable({ loc: ['query', 'b'], message: 'must not be the same version as a', type: 'same_version' });

/** The local days of a request. @throws 422 naming the date */
function rangeOf(
  { start_date: asked, end_date: end }: VersionPerformanceRequest,
  timezone: string,
  together: StagedTime | null,
  now: Date,
): DateRange {
  const start = asked ?? (together && end === undefined ? localDate(together.from, timezone) : undefined);
  const range = resolveDateRange({ start, end, timezone }, now);
  if (range.to.getTime() > addLocalDays(range.from.getTime(), MAX_COMPARED_DAYS, timezone)) {
    const message = `The range may cover at most ${MAX_COMPARED_DAYS} days.`;
    throw unprocessable({ loc: ['query', 'start_date'], message, type: 'range_too_long' });
  }
  return range;
}

const localDate = (at: Date, timezone: string): string =>
  new Date(wallAt(at.getTime(), timezone)).toISOString().slice(0, 10);
