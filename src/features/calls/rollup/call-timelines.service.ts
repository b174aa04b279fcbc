import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { CallFilters } from '../filter/call-filters.service.js';
import { cutIntoBuckets, type Timeline } from './buckets.policy.js';
import type { BucketedCallsRequest } from './bucketed-calls.request.js';
import { noCalls, type CallMeasures, type MeasureName, type MeasureSet } from './measures.js';
import { bucketTotals } from './call-totals.js';

/** Sums calls per local hour, day or week, for every route that returns a timeline. */
@Injectable()
export class CallTimelines {
  constructor(
    private readonly filters: CallFilters,
    private readonly stores: TenantStores,
  ) {}

  /**
   * Every bucket of the range, including those without calls.
   * @param figuresOf converts the sums of a bucket into its figures
   * @throws 422 naming an invalid date, zone or granularity
   */
  async read<K extends MeasureName, T>(
    auth: AuthContext,
    request: BucketedCallsRequest,
    set: MeasureSet<K>,
    figuresOf: (sums: Pick<CallMeasures, K>) => T,
  ): Promise<Timeline<T>> {
    const filter = await this.filters.resolve(auth, request);
    const { buckets, boundaries } = cutIntoBuckets(filter.range, request.granularity);
    const sums = await this.stores.read(auth, (db) => bucketTotals(db, filter, boundaries, set), {
      isLong: true,
    });
    const nothing = noCalls(set);
    return {
      timezone: filter.range.timezone,
      granularity: request.granularity,
      buckets: buckets.map((start, i) => ({ ...start, ...figuresOf(sums.get(i) ?? nothing) })),
    };
  }
}
