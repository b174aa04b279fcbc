import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { CallTimelines } from '../rollup/call-timelines.service.js';
import { totals } from '../rollup/call-totals.js';
import type { BucketedSelection } from '../scope/bucketed-selection.request.js';
import type { Timeline } from '../scope/buckets.policy.js';
import { CallScopes } from '../scope/call-scope.service.js';
import type { CallSelection } from '../scope/call-selection.request.js';
import { SENTIMENT_SUMS, toSentiment } from './sentiment.policy.js';
import type { CallSentiment } from './sentiment.policy.js';

/** Counts calls by sentiment, at once and over time (calls section 10). */
@Injectable()
export class CallSentimentService {
  constructor(
    private readonly scopes: CallScopes,
    private readonly stores: TenantStores,
    private readonly timelines: CallTimelines,
  ) {}

  async distribute(auth: AuthContext, selection: CallSelection): Promise<CallSentiment> {
    const scope = await this.scopes.resolve(auth, selection);
    return toSentiment(await this.stores.readLong(auth, (db) => totals(db, scope, SENTIMENT_SUMS)));
  }

  timeline(auth: AuthContext, selection: BucketedSelection): Promise<Timeline<CallSentiment>> {
    return this.timelines.read(auth, selection, SENTIMENT_SUMS, toSentiment);
  }
}
