import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { CallUsage } from '../../calls/usage/call-usage.service.js';
import { MessageUsage } from '../../messages/usage/message-usage.service.js';
import { BILLING_ACTIONS } from '../billing.audit.js';
import { settledStatus, type SettledStatus } from '../rules/charges/correction.policy.js';
import type { MeterId } from '../rules/charges/usage-charges.policy.js';
import { windowsOf } from '../rules/usage-window.policy.js';
import { CORRECTION_BY_RECORD, SETTLE_CORRECTION } from './corrections.queries.js';

interface PendingCorrection {
  readonly meter_id: MeterId;
  readonly window_start: Date;
  readonly window_end: Date;
  readonly quantity: string;
  readonly may_be_counted: boolean;
}

export type Settlement =
  | { readonly kind: 'settled'; readonly status: SettledStatus }
  /** No window with that id awaits a correction. */
  | { readonly kind: 'not_pending' }
  /** The hour's count differs from the given one; nothing was changed. */
  | {
      readonly kind: 'counts_otherwise';
      readonly stored: number;
      readonly counted: number;
      readonly mayBeCounted: boolean;
    };

/** Settles windows whose count has changed since they froze (billing 14.7). */
@Injectable()
export class UsageCorrections {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly calls: CallUsage,
    private readonly messages: MessageUsage,
    private readonly clock: Clock,
  ) {}

  /** @param quantity the hour's present count, as the operator read it */
  async settle(auth: AuthContext, recordId: string, quantity: number): Promise<Settlement> {
    const [pending] = await this.metadata.read(auth, (db) =>
      db.query<PendingCorrection>(CORRECTION_BY_RECORD, [recordId]),
    );
    if (pending === undefined) return { kind: 'not_pending' };
    const { meter_id: meterId, window_start: from, window_end: to, may_be_counted: mayBeCounted } = pending;
    const source = meterId === 'minutes' ? this.calls : this.messages;
    const counted = windowsOf(from, to, await source.hours(auth, from, to))[0]!;
    const stored = Number(pending.quantity);
    if (counted.quantity !== quantity) {
      return { kind: 'counts_otherwise', stored, counted: counted.quantity, mayBeCounted };
    }
    const status = settledStatus(quantity, mayBeCounted);
    const details = JSON.stringify(counted.details);
    return this.metadata.transaction(auth, async (tx): Promise<Settlement> => {
      const values = [recordId, quantity, counted.sourceHash, details, status, this.clock.now()];
      const settled = await tx.query(SETTLE_CORRECTION, values);
      if (settled.length === 0) return { kind: 'not_pending' };
      await tx.auditDone(BILLING_ACTIONS.correctionSettled, {
        record_id: recordId,
        meter_id: meterId,
        window_start: from.toISOString(),
        from_quantity: stored,
        to_quantity: quantity,
        status,
      });
      return { kind: 'settled', status };
    });
  }
}
