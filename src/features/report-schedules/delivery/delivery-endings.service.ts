import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { Clock } from '../../../core/time/clock.js';
import { REPORT_ACTIONS } from '../report-schedules.audit.js';
import type { FailureCode } from '../rules/report-words.js';
import { END_DELIVERY, SETTLE_SCHEDULE } from './delivery.queries.js';

/** How a delivery ends. */
export type Ending =
  { readonly status: 'sent' | 'skipped_empty' } | { readonly status: 'failed'; readonly code: FailureCode };

export const failed = (code: FailureCode): Ending => ({ status: 'failed', code });

/**
 * Ends a delivery once, and records on its schedule whether it fails (report-schedules 3.3, 3.5).
 */
@Injectable()
export class DeliveryEndings {
  constructor(private readonly clock: Clock) {}

  async end(tx: UnitOfWork, deliveryId: string, ending: Ending): Promise<void> {
    const { status } = ending;
    const code = ending.status === 'failed' ? ending.code : null;
    const sentAt = status === 'sent' ? this.clock.now() : null;
    const values = [deliveryId, status, sentAt, code];
    const [ended] = await tx.query<{ schedule_id: string }>(END_DELIVERY, values);
    if (!ended) return;
    const { schedule_id: scheduleId } = ended;
    const isWithoutOwner = code === 'owner_without_access';
    const after = isWithoutOwner ? 'paused' : code === null ? 'active' : 'failing';
    const reason = isWithoutOwner ? 'owner_without_access' : null;
    const [changed] = await tx.query(SETTLE_SCHEDULE, [scheduleId, after, reason, newEtag()]);
    if (changed && isWithoutOwner) await tx.auditDone(REPORT_ACTIONS.paused, { schedule_id: scheduleId });
    await tx.audit({
      action: code === null ? REPORT_ACTIONS.delivered : REPORT_ACTIONS.failed,
      outcome: code === null ? 'success' : 'failed',
      metadata: { schedule_id: scheduleId, delivery_id: deliveryId, status, failure_code: code },
    });
  }
}
