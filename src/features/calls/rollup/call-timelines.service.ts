import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { cutIntoBuckets, readGranularity } from '../scope/buckets.policy.js';
import type { Timeline } from '../scope/buckets.policy.js';
import { CallScopes } from '../scope/call-scope.service.js';
import type { BucketedSelection } from '../scope/bucketed-selection.request.js';
import { noCalls } from './measures.js';
import type { CallMeasures, MeasureName, MeasureSet } from './measures.js';
import { bucketTotals } from './call-totals.js';

/** Sums up calls per local hour, day or week, for every route that answers with a timeline. */
@Injectable()
export class CallTimelines {
  constructor(
    private readonly scopes: CallScopes,
    private readonly stores: TenantStores,
  ) {}

  /**
   * Every bucket of the range, also those without calls.
   * @param figuresOf turns the sums of a bucket into what is answered about it
   * @throws 400 for a granularity or an unknown filter value; 422 naming the date, the zone or the granularity
   *   that cannot be answered
   */
  async read<K extends MeasureName, T>(
    auth: AuthContext,
    selection: BucketedSelection,
    set: MeasureSet<K>,
    figuresOf: (sums: Pick<CallMeasures, K>) => T,
  ): Promise<Timeline<T>> {
    const granularity = readGranularity(selection.granularity);
    const scope = await this.scopes.resolve(auth, selection);
    const { buckets, boundaries } = cutIntoBuckets(scope.range, granularity);
    const sums = await this.stores.readLong(auth, (db) => bucketTotals(db, scope, boundaries, set));
    const nothing = noCalls(set);
    return {
      timezone: scope.range.timezone,
      granularity,
      buckets: buckets.map((start, i) => ({ ...start, ...figuresOf(sums.get(i) ?? nothing) })),
    };
  }
}
