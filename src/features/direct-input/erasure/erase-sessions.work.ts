import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { ERASE_SESSIONS, REPORTED_FOR_MS } from '../rules/erase-work.js';
import { ERASE_EXPIRED, FORGET_LINKS, FORGET_SESSIONS } from './erasure.queries.js';

/** Erases the contents of expired sessions, and later the sessions (direct-input 6.1). */
@HandlesWork()
export class EraseSessions implements WorkHandler<Record<string, never>> {
  readonly kind = ERASE_SESSIONS;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  async work(lease: WorkLease<Record<string, never>>): Promise<void> {
    const now = this.clock.now();
    await this.metadata.transaction(lease.auth, (tx) => tx.query(FORGET_LINKS, [now]));
    await lease.finish(async (tx) => {
      await tx.query(ERASE_EXPIRED, [now]);
      await tx.query(FORGET_SESSIONS, [new Date(now.getTime() - REPORTED_FOR_MS)]);
    });
  }
}
