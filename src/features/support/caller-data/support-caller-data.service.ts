import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { inChunks } from '../../../core/shared/in-chunks.js';
import { Clock } from '../../../core/time/clock.js';
import { referenceOf } from '../rules/reference.policy.js';
import { SUBJECT_ID } from '../rules/nil-id.js';
import { SUPPORT_ACTIONS } from '../support.audit.js';
import { ERASE_TEXTS, TICKETS_WITH_NUMBER } from './caller-data.queries.js';

/** More tickets than a person works through; the remaining ones follow once these are redacted. */
const MOST_LISTED = 100;

// Each chunk takes some milliseconds.
const CHUNK = 200;

/** A ticket that contains a caller's number. */
export interface TicketWithNumber {
  readonly ticket_id: string;
  readonly reference: string;
}

/**
 * Finds and redacts a caller's number in tickets, using only the hashes of the number (support 4.5,
 * 4.6).
 */
@Injectable()
export class SupportCallerData {
  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 */
  async tickets(auth: AuthContext, hashes: readonly Buffer[]): Promise<readonly TicketWithNumber[]> {
    if (hashes.length === 0) return [];
    const rows = await this.stores.read<{ ticket_id: string; ticket_number: number }>(auth, {
      ...TICKETS_WITH_NUMBER,
      values: [hashes, MOST_LISTED],
    });
    return rows.map((row) => ({ ticket_id: row.ticket_id, reference: referenceOf(row.ticket_number) }));
  }

  /**
   * Redacts texts from before an instant; it may be interrupted and run again.
   * @throws 503
   */
  async erase(auth: AuthContext, hashes: readonly Buffer[], before: Date): Promise<void> {
    if (hashes.length === 0) return;
    await inChunks(CHUNK, (chunk) =>
      this.stores.transaction(auth, async (tx) => {
        const found = await tx.query<{ ticket_id: string; comment_id: string }>(ERASE_TEXTS, [
          ...[hashes, before, this.clock.now(), chunk],
        ]);
        for (const { ticket_id, comment_id } of found)
          await tx.auditDone(SUPPORT_ACTIONS.redacted, {
            ticket_id,
            ...(comment_id === SUBJECT_ID ? { subject: true } : { comment_id }),
            by_erasure: true,
          });
        return found.length;
      }),
    );
  }
}
