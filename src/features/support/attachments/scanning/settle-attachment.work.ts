import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { Clock } from '../../../../core/time/clock.js';
import { HandlesWork, type WorkHandler } from '../../../../core/work/work-handler.js';
import type { WorkLease } from '../../../../core/work/work-lease.js';
import { endAttachment } from '../lookup/end-attachment.js';
import { SCAN_WITHIN_MS } from '../rules/attachment-limits.js';
import { SETTLE_ATTACHMENT, type AttachmentWork } from './attachment-work.js';
import { DEADLINES, type Deadlines } from './scanning.queries.js';

/** Fails files whose session has expired, or that got no verdict in time (support-attachments 5.3). */
@HandlesWork()
export class SettleAttachmentHandler implements WorkHandler<AttachmentWork> {
  readonly kind = SETTLE_ATTACHMENT;

  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  async work({ auth, items }: WorkLease<AttachmentWork>): Promise<void> {
    for (const { payload } of items) await this.settle(auth, payload.attachmentId);
  }

  private async settle(auth: AuthContext, attachmentId: string): Promise<void> {
    await this.stores.transaction(auth, async (tx) => {
      const [found] = await tx.query<Deadlines>(DEADLINES, [attachmentId]);
      if (!found) return;
      const now = this.clock.now();
      const { state, expires_at: expiresAt, finalised_at: finalisedAt } = found;
      if (state === 'session_open') {
        // The store's clock may be ahead.
        if (expiresAt <= now)
          await endAttachment(tx, attachmentId, { event: 'expire', reason: 'session_expired', now });
        else await tx.enqueue(SETTLE_ATTACHMENT, { attachmentId }, { notBefore: expiresAt });
        return;
      }
      if (finalisedAt !== null && finalisedAt.getTime() + SCAN_WITHIN_MS <= now.getTime())
        await endAttachment(tx, attachmentId, { event: 'fail', reason: 'no_verdict', now });
    });
  }
}
