import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
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
  async of(
    db: StoreReader,
    { campaignId, projectId }: { readonly campaignId: string; readonly projectId: string },
  ): Promise<CallsOfCampaign> {
    const [row] = await db.query<CallsOfCampaign>(LINKED_CALLS, [campaignId, projectId]);
    return row!;
  }
}
