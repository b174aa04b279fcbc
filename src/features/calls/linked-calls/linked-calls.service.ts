import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { LINKED_CALLS } from './linked-calls.queries.js';
import { PAST_DIALS } from './past-dials.queries.js';

export interface CallsOfCampaign {
  readonly total: number;
  readonly completed: number;
  readonly missed: number;
  readonly failed: number;
  readonly total_duration_seconds: number;
}

/** Sums over a project's latest outbound calls that have ended. */
export interface PastDials {
  readonly calls: number;
  readonly since: Date | null;
  /** From dialling to the end. */
  readonly seconds: number;
  readonly answered: number;
  /** Costs, and how many answered calls have one; null if they have more than one currency. */
  readonly costs: { readonly currency: string; readonly calls: number; readonly amount: number } | null;
}

interface PastDialsRow extends Omit<PastDials, 'costs'> {
  readonly localCalls: number;
  readonly localAmount: number | null;
  readonly currency: string | null;
  readonly currencies: number;
  readonly usdCalls: number;
  readonly usdAmount: number | null;
}

/** Lets campaigns count the calls with their id. */
@Injectable()
export class LinkedCalls {
  async of(
    db: StoreReader,
    { campaignId, projectId }: { readonly campaignId: string; readonly projectId: string },
  ): Promise<CallsOfCampaign> {
    const [row] = await db.query<CallsOfCampaign>(LINKED_CALLS, [campaignId, projectId]);
    return row!;
  }

  /** The latest outbound calls of a project that began after an instant. */
  async latestDials(db: StoreReader, projectId: string, from: Date): Promise<PastDials> {
    const [row] = await db.query<PastDialsRow>(PAST_DIALS, [projectId, from]);
    const { calls, since, seconds, answered, ...costs } = row!;
    return { calls, since, seconds, answered, costs: costsOf(costs) };
  }
}

/** In the local currency if all calls have the same one; otherwise in US dollars, if known. */
function costsOf(row: Omit<PastDialsRow, keyof Omit<PastDials, 'costs'>>): PastDials['costs'] {
  const { currency, currencies, localCalls, usdCalls } = row;
  if (currency !== null && currencies === 1 && localCalls > 0 && localCalls >= usdCalls) {
    return { currency, calls: localCalls, amount: row.localAmount ?? 0 };
  }
  return usdCalls > 0 ? { currency: 'USD', calls: usdCalls, amount: row.usdAmount ?? 0 } : null;
}
