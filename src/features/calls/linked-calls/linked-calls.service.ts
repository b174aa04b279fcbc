import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { LINKED_CALLS } from './linked-calls.queries.js';

export interface CallsOfCampaign {
  readonly total: number;
  readonly completed: number;
  readonly missed: number;
  readonly failed: number;
  readonly total_duration_seconds: number;
}

/** Lets campaigns count the calls that carry their id. */
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
