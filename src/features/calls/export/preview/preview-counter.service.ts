import { Injectable } from '@nestjs/common';
import { Cooperative } from '../../../../core/shared/cooperative.js';
import { tenantKey, type AuthContext } from '../../../../core/shared/auth-context.js';
import { PlatformError } from '../../../../core/shared/platform-error.js';
import type { LeasedConnection } from '../../../../core/database/stores/leased-connection.js';
import { KeyedLimiter, NoSlotError, type ReleaseSlot } from '../../../../core/shared/keyed-limiter.js';
import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import { EXPORT_ERRORS } from '../../calls.errors.js';
import type { ExportPlan } from '../governance/export-plan.js';
import { countUpToLimit } from '../export-reader.service.js';
import type { ExportTally } from '../governance/export-tally.js';
import { transcriptChecksQuery, transcriptChecksReader } from '../export.queries.js';
import { transcriptRefusal } from '../governance/transcript-refusal.policy.js';

// At most two connections for each process and one for each tenant; previews never use the read
// slots of files.
const MOST_PREVIEWS = 2;
const SHARE = 1;
// The largest preview takes a tenth of a second, so dozens of concurrent previews of a tenant get a
// slot in this time.
const SLOT_MS = 5_000;
// Fifty times the duration of the largest preview; callers should query a slower store later.
const DEADLINE_MS = 5_000;
const BUSY_SECONDS = 5;

/** Counts what an export would contain and withhold, by the same rules as the file. Nothing is decrypted. */
@Injectable()
export class PreviewCounter {
  private readonly slots = new KeyedLimiter({ perKey: SHARE, total: MOST_PREVIEWS, waitMs: SLOT_MS });

  constructor(private readonly stores: TenantStores) {}

  /**
   * @returns rows, those whose transcript passes every check, and the others by the first failed
   *   check
   * @throws 413 EXPORT_TOO_LARGE, 503 EXPORT_BUSY, and 503 if the store does not answer in time
   */
  async count(auth: AuthContext, plan: ExportPlan): Promise<ExportTally> {
    const releaseSlot = await this.enter(auth);
    return this.stores
      .stream(auth, releaseSlot, DEADLINE_MS, (db) => countRows(db, plan))
      .finally(releaseSlot);
  }

  private enter(auth: AuthContext): Promise<ReleaseSlot> {
    return this.slots.acquire(tenantKey(auth)).catch((error: unknown) => {
      if (!(error instanceof NoSlotError)) throw error;
      throw new PlatformError(EXPORT_ERRORS.busy, { cause: error, retryAfterSeconds: BUSY_SECONDS });
    });
  }
}

async function countRows(db: LeasedConnection, plan: ExportPlan): Promise<ExportTally> {
  const { granted, filter } = plan;
  const rows = await countUpToLimit(db, filter);
  const tally: ExportTally = { rows, transcripts: 0, refused: {} };
  if (rows === 0 || granted.transcript === 'none') return tally;
  const slices = new Cooperative();
  const readCall = transcriptChecksReader(granted);
  for await (const batch of db.copy(transcriptChecksQuery(filter, granted))) {
    for (const copied of batch) {
      const pause = slices.yieldToEventLoop();
      if (pause) await pause;
      const refusal = transcriptRefusal(readCall(copied), plan);
      if (refusal === null) tally.transcripts += 1;
      else tally.refused[refusal] = (tally.refused[refusal] ?? 0) + 1;
    }
  }
  return tally;
}
