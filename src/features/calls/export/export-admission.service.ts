import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { PlatformError, reasonOf } from '../../../core/kernel/platform-error.js';
import { NoSlotError } from '../../../core/tenancy/long-read-slots.js';
import type { ReleaseSlot } from '../../../core/tenancy/long-read-slots.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { ExportRuns } from './export-runs.service.js';
import { EXPORT_ERRORS } from '../calls.errors.js';

// Most exports read for less than a second: by then a place is likely to be free.
const BUSY_SECONDS = 5;

/** Lets exports begin: one of a caller at a time, in a place of the store. */
@Injectable()
export class ExportAdmission {
  private readonly logger = new Logger(ExportAdmission.name);

  constructor(
    private readonly runs: ExportRuns,
    private readonly stores: TenantStores,
  ) {}

  /**
   * Marks the caller's export as running.
   * @returns what gives the mark back; never rejects
   * @throws 409 EXPORT_IN_PROGRESS
   */
  async mark(auth: AuthContext): Promise<() => Promise<void>> {
    const finish = await this.runs.begin(auth);
    if (finish === null) throw new PlatformError(EXPORT_ERRORS.inProgress);
    return () =>
      finish().catch((error: unknown) => {
        this.logger.warn({ msg: 'export mark stays until its lease ends', reason: reasonOf(error) });
      });
  }

  /**
   * Takes a place of the tenant's store.
   * @param receiver aborts when the receiver hangs up
   * @returns what gives the place back
   * @throws 503 EXPORT_BUSY
   */
  enter(auth: AuthContext, receiver: AbortSignal): Promise<ReleaseSlot> {
    return this.stores.acquireStreamSlot(auth, receiver).catch((error: unknown) => {
      if (!(error instanceof NoSlotError)) throw error;
      throw new PlatformError(EXPORT_ERRORS.busy, { cause: error, retryAfterSeconds: BUSY_SECONDS });
    });
  }
}
