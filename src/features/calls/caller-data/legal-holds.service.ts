import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { withFormerNumbers } from '../../../core/shared/phone-numbers/former-numbers.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { CALL_ACTIONS } from '../calls.audit.js';
import { HOLD_CALL, HOLD_CALLER } from './legal-holds.queries.js';

/** One call, or all stored calls of a number in E.164. */
export type HeldCalls = { readonly callId: string } | { readonly number: string };

interface HoldChange {
  /** The number of calls found. */
  readonly known: number;
  /** How many of them this command has changed. */
  readonly changed: number;
}

/** Legal holds: they protect callers' data in calls from erasure (calls-ingest 6.4). */
@Injectable()
export class LegalHolds {
  constructor(
    private readonly stores: TenantStores,
    private readonly keys: TenantKeys,
  ) {}

  /** Sets or clears a hold, and audits a change. @throws 503 if the number cannot be hashed */
  async change(auth: AuthContext, calls: HeldCalls, isHeld: boolean): Promise<HoldChange> {
    const hashes = 'number' in calls ? await this.hashesOf(auth, calls.number) : [];
    return this.stores.transaction(auth, async (tx) => {
      const [row] =
        'number' in calls
          ? await tx.query<HoldChange>(HOLD_CALLER, [hashes, isHeld])
          : await tx.query<HoldChange>(HOLD_CALL, [calls.callId, isHeld]);
      const { known, changed } = row!;
      if (changed > 0) {
        await tx.auditDone(isHeld ? CALL_ACTIONS.legalHoldSet : CALL_ACTIONS.legalHoldCleared, {
          ...('callId' in calls && { call_id: calls.callId }),
          calls: changed,
        });
      }
      return { known, changed };
    });
  }

  private async hashesOf(auth: AuthContext, number: string): Promise<Buffer[]> {
    const keys = await this.keys.every(auth, 'matching');
    return keys.flatMap((key) => withFormerNumbers(number).map((it) => keyedHash(key, 'caller-number', it)));
  }
}
