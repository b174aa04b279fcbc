import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { OWED, workKind } from '../../../core/shared/work-kind.js';
import { enqueueMissingWork } from '../../../core/database/outbox/enqueue-work.js';

/**
 * A campaign may have to start or end. Its current state decides what happens: an item for a
 * rescheduled or stopped campaign does nothing.
 */
export const CAMPAIGN_DUE = workKind<{ campaign_id: string }>('outbound-campaign.due', {
  ...OWED,
  // Validating and closing a large campaign takes seconds.
  leaseMs: 120_000,
  concurrency: 2,
});

interface Scheduled {
  readonly campaignId: string;
  readonly status: string;
  readonly scheduleStartAt: Date | null;
  readonly scheduleEndAt: Date | null;
}

/**
 * Enqueues a check of the campaign at its scheduled time: the start of a scheduled one, the end of
 * a running one. Call it with every change of its status or its schedule (campaigns 9.5, 9.6).
 */
export async function enqueueSchedule(
  tx: UnitOfWork,
  { campaignId, status, scheduleStartAt, scheduleEndAt }: Scheduled,
): Promise<void> {
  if (status === 'scheduled') await enqueueAt(tx, campaignId, scheduleStartAt);
  if (status === 'running' && scheduleEndAt !== null) await enqueueAt(tx, campaignId, scheduleEndAt);
}

/**
 * Enqueues a check of a campaign.
 * @param at null: immediately
 */
export const enqueueAt = (tx: UnitOfWork, campaignId: string, at: Date | null): Promise<void> =>
  tx.enqueue(
    CAMPAIGN_DUE,
    { campaign_id: campaignId },
    { key: campaignId, ...(at !== null && { notBefore: at }) },
  );

/** Enqueues an immediate check of each of these, unless one is already enqueued. */
export const enqueueSchedulesOf = (tx: UnitOfWork, campaignIds: readonly string[]): Promise<void> =>
  enqueueMissingWork(
    tx,
    CAMPAIGN_DUE,
    campaignIds.map((campaignId) => ({ payload: { campaign_id: campaignId }, key: campaignId })),
  );
