import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { reasonOf } from '../../../core/errors/platform-error.js';
import { ProjectEntity } from '../../../core/metadata/entities/project.entities.js';
import { MetadataStore } from '../../../core/metadata/metadata-store.js';
import { TenantKeys } from '../../../core/privacy/tenant-keys.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { addLocalDays } from '../../../core/time/wall-clock.policy.js';
import type { OutcomeId } from '../rules/call-vocabulary.js';
import { opensDetail } from '../rules/detail-access.policy.js';
import { outcomeCategory } from '../rules/outcome.policy.js';
import { toWireSentiment } from '../rules/sentiment.policy.js';
import type { EffectiveSentiment } from '../rules/sentiment.policy.js';
import { scopeSql } from '../scope/call-scope.js';
import type { CallScope } from '../scope/call-scope.js';
import { CallScopes } from '../scope/call-scope.service.js';
import { CALLER_MIX_LOOKBACK_DAYS, callerMix } from './caller-mix.policy.js';
import type { CallerMix } from './caller-mix.policy.js';
import { callerMixQuery, recentCallsQuery } from './privacy-aggregates.queries.js';
import type { PrivacyAggregatesRequest } from './privacy-aggregates.request.js';
import type { PrivacyAggregatesResponse, RecentCallResponse } from './privacy-aggregates.response.js';

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
}

/** The dashboard's view of calls and callers without personal data (contract, "Privacy aggregates"). */
@Injectable()
export class PrivacyAggregatesService {
  private readonly logger = new Logger(PrivacyAggregatesService.name);

  constructor(
    private readonly scopes: CallScopes,
    private readonly stores: TenantStores,
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
  ) {}

  /** Answers, and audits that it did; an answer that cannot be audited is not given. */
  async read(auth: AuthContext, request: PrivacyAggregatesRequest): Promise<PrivacyAggregatesResponse> {
    const scope = await this.scopes.resolve(auth, request);
    const project = await this.metadata.read(auth, (db) =>
      db.repo(ProjectEntity).findOne({ projectId: request.project_id }),
    );
    const matchingKeyId = await this.matchingKeyId(auth);
    const sql = scopeSql(scope);
    const [recent, mix] = await this.stores.analyse(auth, async (db) => [
      await db.query<RecentRow>(recentCallsQuery(sql), [...sql.values, request.recent_limit]),
      await db.query<MixRow>(callerMixQuery(sql), [...sql.values, matchingKeyId, lookbackStart(scope)]),
    ]);
    const callerMixAnswer = mixOf(mix[0]!, project?.callerMixEnabled ?? false, matchingKeyId !== null, scope);
    await this.metadata.recordAudit(auth, {
      action: 'dashboard_privacy_aggregates_read',
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

  private async matchingKeyId(auth: AuthContext): Promise<string | null> {
    try {
      return (await this.keys.current(auth, 'matching')).keyId;
    } catch (error) {
      // Without the key callers cannot be matched: the answer says so instead of failing as a whole.
      this.logger.warn({ msg: 'matching key unavailable', reason: reasonOf(error) });
      return null;
    }
  }
}

const lookbackStart = ({ range }: CallScope): Date =>
  new Date(addLocalDays(range.from.getTime(), -CALLER_MIX_LOOKBACK_DAYS, range.timezone));

function mixOf(row: MixRow, supported: boolean, matchingKeyAvailable: boolean, scope: CallScope): CallerMix {
  return callerMix({
    supported,
    matchingKeyAvailable,
    wholeLocalDays: scope.range.wholeLocalDays,
    totalCalls: Number(row.total_calls),
    identifiedCalls: Number(row.identified_calls),
    foreignKeyCalls: Number(row.foreign_key_calls),
    uniqueCallers: Number(row.unique_callers),
    returningCallers: Number(row.returning_callers),
  });
}

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
