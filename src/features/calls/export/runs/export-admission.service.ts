import { Injectable, Logger } from '@nestjs/common';
import { tenantKey, type AuthContext } from '../../../../core/shared/auth-context.js';
import { PlatformError, reasonOf } from '../../../../core/shared/platform-error.js';
import { KeyedLimiter, NoSlotError, type ReleaseSlot } from '../../../../core/shared/keyed-limiter.js';
import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import { ExportRuns } from './export-runs.service.js';
import { EXPORT_ERRORS } from '../../calls.errors.js';

// Most exports read for less than a second: by then a read slot is likely to be free.
const BUSY_SECONDS = 5;

// Before an export has a slot it only uses the metadata store, for some 20 ms. Only one export of a
// tenant does so at a time, so that hundreds of simultaneous ones leave connections for others.
// They wait in this process and hold no connection.
const BEGINNING_AT_ONCE = 1;

/** Starts exports: one per caller at a time, in a read slot of the store. */
@Injectable()
export class ExportAdmission {
  private readonly logger = new Logger(ExportAdmission.name);

  private readonly turns = new KeyedLimiter({ perKey: BEGINNING_AT_ONCE });

  constructor(
    private readonly runs: ExportRuns,
    private readonly stores: TenantStores,
  ) {}

  /**
   * Runs the part of an export or preview that precedes its read slot; one per tenant at a time in
   * this process.
   */
  inTurnOfTenant<T>(auth: AuthContext, begin: () => Promise<T>): Promise<T> {
    return this.turns.run(tenantKey(auth), begin);
  }

  /**
   * Takes the caller's lease: a caller has one export at a time (calls-export 7.1).
   * @returns a function that releases the lease; never rejects
   * @throws 409 EXPORT_IN_PROGRESS
   */
  async lease(auth: AuthContext): Promise<() => Promise<void>> {
    const release = await this.runs.begin(auth);
    if (release === null) throw new PlatformError(EXPORT_ERRORS.inProgress);
    return () =>
      release().catch((error: unknown) => {
        this.logger.warn({ msg: 'export lease not released; it expires by itself', reason: reasonOf(error) });
      });
  }

  /**
   * Takes a read slot of the tenant's store.
   * @param receiver aborts when the receiver hangs up
   * @returns a function that releases the slot
   * @throws 503 EXPORT_BUSY
   */
  enter(auth: AuthContext, receiver: AbortSignal): Promise<ReleaseSlot> {
    return this.stores.acquireStreamSlot(auth, receiver).catch((error: unknown) => {
      if (!(error instanceof NoSlotError)) throw error;
      throw new PlatformError(EXPORT_ERRORS.busy, { cause: error, retryAfterSeconds: BUSY_SECONDS });
    });
  }
}
