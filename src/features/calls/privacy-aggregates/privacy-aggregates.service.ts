import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { Cooperative } from '../../../core/shared/cooperative.js';
import { ProjectFacts } from '../../projects/directory/project-facts.service.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { wholeSecondAfter } from '../../../core/time/date-range.policy.js';
import { addLocalDays, DAY_MS, firstInstantAt, wallAt } from '../../../core/time/wall-clock.policy.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { CallFilter } from '../filter/call-filter.js';
import { CallFilters } from '../filter/call-filters.service.js';
import type { OutcomeId } from '../../call-records/rules/call-vocabulary.js';
import { opensDetail } from '../../call-records/rules/detail-access.policy.js';
import { outcomeCategory } from '../../call-records/rules/call-outcome.policy.js';
import { toWireSentiment, type EffectiveSentiment } from '../../call-records/rules/sentiment.policy.js';
import { differences, hasBroadEdges } from './caller-mix-differences.policy.js';
import type { CallerDays, EdgeGroups } from './caller-mix-differences.policy.js';
import { BELOW_K, callerMix } from './caller-mix.policy.js';
import { CALLER_MIX_LOOKBACK_DAYS } from './look-back.policy.js';
import { callerDaysQuery, callerMixQuery, recentCallsQuery } from './privacy-aggregates.queries.js';
import type { PrivacyAggregatesRequest } from './privacy-aggregates.request.js';
import type {
  CallerMixResponse,
  PrivacyAggregatesResponse,
  RecentCallResponse,
} from './privacy-aggregates.response.js';
import { CALL_ACTIONS } from '../calls.audit.js';

interface RecentRow {
  call_id: string;
  started_at_utc: Date;
  duration_seconds: string | null;
  sentiment: EffectiveSentiment;
  outcome: OutcomeId;
}

interface MixRow {
  total_calls: string;
  identified_calls: string;
  foreign_key_calls: string;
  unique_callers: string;
  returning_callers: string;
  first_day_new: string;
  first_day_returning: string;
  last_day_new: string;
  last_day_returning: string;
  later_calls: string;
}

interface MixTerms {
  readonly filter: CallFilter;
  readonly supported: boolean;
  /** The project's own time zone: only its days are counted. */
  readonly timezone: string;
  readonly matchingKeyId: string | null;
}

// Two months of a project with 1,600 calls a day, which takes half a second to compare. For a
// larger project whose first or last day adds fewer than 5 callers of a kind, the mix is withheld.
const MAX_COMPARED_CALLS = 100_000;

/** The dashboard's figures about calls and callers, without personal data (calls section 12). */
@Injectable()
export class PrivacyAggregatesService {
  private readonly logger = new Logger(PrivacyAggregatesService.name);

  constructor(
    private readonly filters: CallFilters,
    private readonly stores: TenantStores,
    private readonly projects: ProjectFacts,
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {}

  /** Reads and audits the figures; without the audit row there is no response. */
  async read(auth: AuthContext, request: PrivacyAggregatesRequest): Promise<PrivacyAggregatesResponse> {
    const project = await this.projects.calendar(auth, request.project_id);
    const timezone = project?.timezone ?? 'UTC';
    const filter = await this.filters.resolve(auth, request);
    const terms = {
      filter: await this.mixFilter(auth, request, timezone),
      supported: project?.callerMixEnabled ?? false,
      timezone,
      matchingKeyId: await this.matchingKeyId(auth),
    };
    const [recent, callerMixAnswer] = await this.stores.read(
      auth,
      (db) =>
        Promise.all([
          db.query<RecentRow>(recentCallsQuery(filter, request.recent_limit)),
          this.callerMix(db, terms),
        ]),
      { isLong: true },
    );
    await this.metadata.recordAudit(auth, {
      action: CALL_ACTIONS.privacyAggregatesRead,
      outcome: 'success',
      metadata: {
        project_id: request.project_id,
        recent_calls: recent.length,
        caller_mix: callerMixAnswer.reason_code,
      },
    });
    const detailAvailable = opensDetail(auth);
    return {
      project_id: request.project_id,
      start_date: request.start_date,
      end_date: request.end_date,
      source: 'call_resolution_status',
      recent_calls: recent.map((row) => toRecentCall(row, detailAvailable)),
      caller_mix: callerMixAnswer,
    };
  }

  /**
   * Without a zone, the same dates are days of the project, the only ones with a caller mix. A last
   * day that ends within its last second counts as whole.
   */
  private async mixFilter(
    auth: AuthContext,
    request: PrivacyAggregatesRequest,
    timezone: string,
  ): Promise<CallFilter> {
    const filter = await this.filters.resolve(auth, { ...request, timezone: request.timezone ?? timezone });
    const to = new Date(wholeSecondAfter(filter.range.to.getTime()));
    return { ...filter, range: { ...filter.range, to } };
  }

  private async callerMix(db: StoreReader, terms: MixTerms): Promise<CallerMixResponse> {
    const { filter, timezone, matchingKeyId } = terms;
    const { from, to } = filter.range;
    const day = (of: Date, days: number): Date => new Date(addLocalDays(of.getTime(), days, timezone));
    const lookback = day(from, -CALLER_MIX_LOOKBACK_DAYS);
    const matching = { keyId: matchingKeyId, lookback };
    const today = Math.floor(wallAt(this.clock.now().getTime(), timezone) / DAY_MS) * DAY_MS;
    // Future days mostly have no calls, so the last day to compare is today.
    const lastDay = new Date(Math.min(day(to, -1).getTime(), firstInstantAt(today, timezone)));
    const edges = {
      firstDayEnd: day(from, 1),
      lastDayStart: lastDay,
      lastDayEnd: day(lastDay, 1),
      oldestDayEnd: day(lookback, 1),
    };
    const [row] = await db.query<MixRow>(callerMixQuery(filter, matching, edges));
    const mix = mixOf(row!, terms);
    if (mix.reason_code !== 'ready') return mix;
    const days = Math.round((wallAt(to.getTime(), timezone) - wallAt(from.getTime(), timezone)) / DAY_MS);
    const isBroad = Number(row!.later_calls) === 0 && hasBroadEdges(edgesOf(row!));
    if (filter.solutionId === null && (days === 1 || isBroad)) return mix;
    // A solution is compared with its whole project.
    const whole = { ...filter, solutionId: null };
    const dayStarts = Array.from({ length: CALLER_MIX_LOOKBACK_DAYS + days }, (_, place) =>
      day(from, place - CALLER_MIX_LOOKBACK_DAYS),
    );
    const callers = await db.query<CallerDays>(
      callerDaysQuery(whole, matching, dayStarts, MAX_COMPARED_CALLS + 1),
    );
    const calls = callers.reduce((sum, caller) => sum + caller.days.length, 0);
    if (calls > MAX_COMPARED_CALLS) return BELOW_K;
    return (await isAny(differences(callers, days, filter.solutionId))) ? BELOW_K : mix;
  }

  private async matchingKeyId(auth: AuthContext): Promise<string | null> {
    try {
      return (await this.keys.current(auth, 'matching')).keyId;
    } catch (error) {
      // Without the key, callers cannot be matched: the response says so instead of failing.
      this.logger.warn({ msg: 'matching key unavailable', reason: reasonOf(error) });
      return null;
    }
  }
}

/** Whether one check returns true; yields to the event loop between them. */
async function isAny(questions: readonly (() => boolean)[]): Promise<boolean> {
  const slices = new Cooperative();
  for (const isSo of questions) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    if (isSo()) return true;
  }
  return false;
}

function mixOf(row: MixRow, { filter, supported, timezone, matchingKeyId }: MixTerms): CallerMixResponse {
  return callerMix({
    supported,
    matchingKeyAvailable: matchingKeyId !== null,
    wholeLocalDays: filter.range.wholeLocalDays && filter.range.timezone === timezone,
    totalCalls: Number(row.total_calls),
    identifiedCalls: Number(row.identified_calls),
    foreignKeyCalls: Number(row.foreign_key_calls),
    uniqueCallers: Number(row.unique_callers),
    returningCallers: Number(row.returning_callers),
  });
}

const edgesOf = (row: MixRow): EdgeGroups[] => [
  { newCallers: Number(row.first_day_new), returningCallers: Number(row.first_day_returning) },
  { newCallers: Number(row.last_day_new), returningCallers: Number(row.last_day_returning) },
];

function toRecentCall(row: RecentRow, detailAvailable: boolean): RecentCallResponse {
  return {
    call_id: row.call_id,
    started_at_utc: row.started_at_utc.toISOString(),
    duration_seconds: row.duration_seconds === null ? null : Math.round(Number(row.duration_seconds)),
    sentiment: toWireSentiment(row.sentiment),
    outcome: outcomeCategory(row.outcome),
    detail_available: detailAvailable,
  };
}
