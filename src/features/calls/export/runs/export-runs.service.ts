import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { accountableId, type AuthContext } from '../../../../core/shared/auth-context.js';
import { reasonOf } from '../../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../../core/time/clock.js';
import { FREE_LEASE, RENEW_LEASE, TAKE_LEASE } from './export-runs.queries.js';

// The longest wait of a caller after a process has died. It is short, but three renewals long, so
// that one failed or late renewal does no harm.
const LEASE_MS = 6_000;
const RENEW_EVERY_MS = 2_000;

/** Which callers have an export running (calls-export 7.1, 7.11). */
@Injectable()
export class ExportRuns {
  private readonly logger = new Logger(ExportRuns.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Records that the caller's export is running, unless one is (a key counts as its person). The
   * lease lasts until it is released, however long the export takes; the lease of a dead process
   * expires.
   * @returns a function that releases the lease; null if another export of the caller is running
   */
  async begin(auth: AuthContext): Promise<(() => Promise<void>) | null> {
    const run = [accountableId(auth), randomUUID()];
    const rows = await this.metadata.transaction(auth, (tx) =>
      tx.query(TAKE_LEASE, [...run, this.clock.now(), this.leaseEnd()]),
    );
    if (rows.length === 0) return null;
    const renewing = setInterval(() => void this.renew(auth, run), RENEW_EVERY_MS).unref();
    return async () => {
      clearInterval(renewing);
      // A renewal in progress finds the lease released and does not take it again.
      await this.metadata.transaction(auth, (tx) => tx.query(FREE_LEASE, run));
    };
  }

  private async renew(auth: AuthContext, run: readonly string[]): Promise<void> {
    try {
      const rows = await this.metadata.transaction(auth, (tx) =>
        tx.query(RENEW_LEASE, [...run, this.leaseEnd()]),
      );
      // The export continues: two simultaneous exports of a caller do less harm than a truncated
      // file.
      if (rows.length === 0) this.logger.warn({ msg: 'export lease was lost before its export ended' });
    } catch (error) {
      this.logger.warn({ msg: 'export lease not renewed', reason: reasonOf(error) });
    }
  }

  private leaseEnd(): Date {
    return new Date(this.clock.now().getTime() + LEASE_MS);
  }
}
