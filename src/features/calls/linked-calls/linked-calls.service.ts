import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/kernel/unit-of-work.js';
import { LINKED_CALLS } from './linked-calls.queries.js';

/** What the calls of a campaign come to. */
export interface CallsOfCampaign {
  readonly total: number;
  readonly completed: number;
  readonly missed: number;
  readonly failed: number;
  readonly total_duration_seconds: number;
}

/** What the feature of campaigns may ask of the calls that carry the id of one. */
@Injectable()
export class LinkedCalls {
  /** @param since no call of it is older: months before that are not looked at */
  async of(
    db: StoreReader,
    {
      campaignId,
      projectId,
      since,
    }: { readonly campaignId: string; readonly projectId: string; readonly since: Date },
  ): Promise<CallsOfCampaign> {
    const [row] = await db.query<CallsOfCampaign>(LINKED_CALLS, [campaignId, projectId, since]);
    return row!;
  }
}
