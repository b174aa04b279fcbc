import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { CallFilterRequest, ProjectCallFilterRequest } from '../filter/call-filter.request.js';
import { CallFilters } from '../filter/call-filters.service.js';
import type { BucketedCallsRequest } from '../rollup/bucketed-calls.request.js';
import { CallTimelines } from '../rollup/call-timelines.service.js';
import { totals } from '../rollup/call-totals.js';
import type { CallMeasures, MeasureName, MeasureSet } from '../rollup/measures.js';
import { OUTCOME_MEASURES, toOutcomes } from './outcomes.policy.js';
import type { CallOutcomesResponse } from './outcomes.response.js';
import { toProviderPerformance, type ProviderRow } from './providers/provider-performance.policy.js';
import { providerPerformanceQuery } from './providers/provider-performance.queries.js';
import { MAX_LABELS, type ProviderPerformanceResponse } from './providers/provider-performance.response.js';
import { SENTIMENT_MEASURES, toSentiment } from './sentiment.policy.js';
import type { CallSentimentResponse } from './sentiment.response.js';
import { SUMMARY_MEASURES, toSummary } from './summary.policy.js';
import type { CallSummaryResponse } from './summary.response.js';
import { TIMELINE_MEASURES, timelineFigures } from './timeline.policy.js';
import type { CallTimelineResponse } from './timeline.response.js';

/** Figures about the calls of a filter (calls sections 7 to 11). */
@Injectable()
export class CallAnalytics {
  constructor(
    private readonly filters: CallFilters,
    private readonly timelines: CallTimelines,
    private readonly stores: TenantStores,
  ) {}

  async summary(auth: AuthContext, request: CallFilterRequest): Promise<CallSummaryResponse> {
    return toSummary(await this.totals(auth, request, SUMMARY_MEASURES));
  }

  timeline(auth: AuthContext, request: BucketedCallsRequest): Promise<CallTimelineResponse> {
    return this.timelines.read(auth, request, TIMELINE_MEASURES, timelineFigures);
  }

  async outcomes(auth: AuthContext, request: ProjectCallFilterRequest): Promise<CallOutcomesResponse> {
    return toOutcomes(request, await this.totals(auth, request, OUTCOME_MEASURES));
  }

  async sentiment(auth: AuthContext, request: CallFilterRequest): Promise<CallSentimentResponse> {
    return toSentiment(await this.totals(auth, request, SENTIMENT_MEASURES));
  }

  async providers(auth: AuthContext, request: CallFilterRequest): Promise<ProviderPerformanceResponse> {
    const query = providerPerformanceQuery(await this.filters.resolve(auth, request), MAX_LABELS);
    return toProviderPerformance(await this.stores.read<ProviderRow>(auth, query, { isLong: true }));
  }

  private async totals<K extends MeasureName>(
    auth: AuthContext,
    request: CallFilterRequest,
    set: MeasureSet<K>,
  ): Promise<Pick<CallMeasures, K>> {
    const filter = await this.filters.resolve(auth, request);
    return this.stores.read(auth, (db) => totals(db, filter, set), { isLong: true });
  }
}
