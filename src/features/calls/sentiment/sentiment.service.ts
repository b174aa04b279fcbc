import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import type { CallFilterRequest } from '../filter/call-filter.request.js';
import { CallFilters } from '../filter/call-filters.service.js';
import { CallTimelines } from '../rollup/call-timelines.service.js';
import { totals } from '../rollup/call-totals.js';
import type { BucketedCallsRequest } from '../rollup/bucketed-calls.request.js';
import { SENTIMENT_MEASURES, toSentiment } from './sentiment.policy.js';
import type { CallSentimentResponse, SentimentTimelineResponse } from './sentiment.response.js';

/** Counts calls by sentiment, at once and over time (calls section 10). */
@Injectable()
export class CallSentimentService {
  constructor(
    private readonly filters: CallFilters,
    private readonly stores: TenantStores,
    private readonly timelines: CallTimelines,
  ) {}

  async distribute(auth: AuthContext, request: CallFilterRequest): Promise<CallSentimentResponse> {
    const filter = await this.filters.resolve(auth, request);
    return toSentiment(await this.stores.readLong(auth, (db) => totals(db, filter, SENTIMENT_MEASURES)));
  }

  timeline(auth: AuthContext, request: BucketedCallsRequest): Promise<SentimentTimelineResponse> {
    return this.timelines.read(auth, request, SENTIMENT_MEASURES, toSentiment);
  }
}
