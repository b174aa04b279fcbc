import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { CATALOGUE } from '../../../core/errors/catalogue.js';
import { PlatformError, reasonOf } from '../../../core/errors/platform-error.js';
import { NoSlotError } from '../../../core/tenancy/long-read-slots.js';
import type { ReleaseSlot } from '../../../core/tenancy/long-read-slots.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { RateLimiter } from '../../../core/throttling/rate-limiter.js';
import { ExportRuns } from './export-runs.service.js';
import type { ExportSink } from './export-sink.js';

/** calls-export 7.2. */
export const EXPORT_WINDOWS = { caller: { limit: 3, seconds: 600 }, tenant: { limit: 12, seconds: 600 } };
const OPERATION = 'calls.export';

// Most exports read for less than a second: by then a place is likely to be free.
const BUSY_SECONDS = 5;

/** Lets exports begin: one of a caller at a time, in a place of the store, and so many in ten minutes. */
@Injectable()
export class ExportAdmission {
  private readonly logger = new Logger(ExportAdmission.name);

  constructor(
    private readonly runs: ExportRuns,
    private readonly stores: TenantStores,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Marks the caller's export as running.
   * @returns what gives the mark back; never rejects
   * @throws 409 EXPORT_IN_PROGRESS
   */
  async mark(auth: AuthContext): Promise<() => Promise<void>> {
    const finish = await this.runs.begin(auth);
    if (finish === null) throw new PlatformError(CATALOGUE.exportInProgress);
    return () =>
      finish().catch((error: unknown) => {
        this.logger.warn({ msg: 'export mark stays until its lease ends', reason: reasonOf(error) });
      });
  }

  /**
   * Takes a place of the tenant's store, and only then counts the export: who finds none has used nothing up.
   * @returns what gives the place back
   * @throws 503 EXPORT_BUSY, 429 EXPORT_THROTTLED, 503 when a store does not answer
   */
  async enter(auth: AuthContext, sink: ExportSink): Promise<ReleaseSlot> {
    const leave = await this.stores.acquireStreamSlot(auth, sink.receiver).catch((error: unknown) => {
      if (!(error instanceof NoSlotError)) throw error;
      throw new PlatformError(CATALOGUE.exportBusy, { cause: error, retryAfterSeconds: BUSY_SECONDS });
    });
    try {
      const { headers, retryAfterSeconds } = await this.limiter.take(auth, OPERATION, EXPORT_WINDOWS);
      sink.headers(headers);
      if (retryAfterSeconds > 0) throw new PlatformError(CATALOGUE.exportThrottled, { retryAfterSeconds });
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Counts an export no longer that came to nothing through no fault of its caller. */
  async uncount(auth: AuthContext, sink: ExportSink): Promise<void> {
    try {
      await this.limiter.giveBack(auth, OPERATION, EXPORT_WINDOWS);
      sink.withoutLimits();
    } catch (error) {
      this.logger.warn({ msg: 'export that failed stays counted', reason: reasonOf(error) });
    }
  }
}
