import { Injectable } from '@nestjs/common';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { maskPhone } from '../../../core/privacy/masking/masking.policy.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../core/time/clock.js';
import { enqueueSchedulesOf } from './enqueue-schedules.js';
import { beginOptOut } from './suppressed-numbers.js';
import { CAMPAIGN_ACTIONS } from '../campaigns.audit.js';
import { phoneHashes } from '../rules/phone.js';
import type { SuppressionReason } from '../rules/statuses.js';
import {
  INSERT_SUPPRESSION,
  LOCK_CAMPAIGNS_OF_NUMBER,
  REFUSE_CALLS,
  SUPPRESS_CONTACTS,
  SUPPRESSION_OF_NUMBER,
} from './opt-outs.queries.js';
import type { SuppressionRow } from './opt-outs.queries.js';

export interface SuppressedNumber {
  /** All hashes that the number may have, the current one first. */
  readonly hashes: readonly Buffer[];
  readonly keyId: string;
  readonly maskedPhone: string;
}

export interface OptOut {
  /** Null: all projects of the client. */
  readonly projectId: string | null;
  readonly reason: SuppressionReason;
  readonly source: string;
}

export interface NumberOptOut extends Omit<OptOut, 'projectId'> {
  readonly number: SuppressedNumber;
}

interface LockedCampaign {
  readonly campaign_id: string;
  readonly status: string;
}

/** A new suppression. */
interface AddedSuppression {
  readonly row: SuppressionRow;
  readonly number: SuppressedNumber;
}

/** Suppresses numbers, on request or after a call (campaigns section 8). */
@Injectable()
export class OptOuts {
  constructor(
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {}

  /** Before the transaction, because keys may have to be fetched. @param e164 strict E.164 */
  async numberOf(tenant: Tenant, e164: string): Promise<SuppressedNumber> {
    const keys = await this.keys.all(tenant, 'matching');
    return {
      hashes: phoneHashes(keys, e164),
      keyId: keys[0]!.keyId,
      maskedPhone: maskPhone(e164),
    };
  }

  /**
   * Suppresses a number, makes its contacts not callable and audits it, in the caller's
   * transaction, which has locked no campaign yet (campaigns 8.3). An existing suppression stays
   * unchanged.
   */
  async add(
    tx: UnitOfWork,
    auth: AuthContext,
    number: SuppressedNumber,
    { projectId, ...optOut }: OptOut,
  ): Promise<SuppressionRow> {
    const [row] = await this.addAll(tx, auth, projectId, [{ number, ...optOut }]);
    return row!;
  }

  /**
   * The same for several numbers, either of one project or of the whole client: their campaigns are
   * locked together, in the usual order.
   */
  async addAll(
    tx: UnitOfWork,
    auth: AuthContext,
    projectId: string | null,
    optOuts: readonly NumberOptOut[],
  ): Promise<SuppressionRow[]> {
    await beginOptOut(tx, projectId);
    const now = this.clock.now();
    const rows: SuppressionRow[] = [];
    const added: AddedSuppression[] = [];
    for (const optOut of optOuts) {
      const { number } = optOut;
      const [known] = await tx.query<SuppressionRow>(SUPPRESSION_OF_NUMBER, [projectId, number.hashes]);
      const row = known ?? (await insert(tx, auth, projectId, optOut, now));
      rows.push(row);
      if (known === undefined) added.push({ row, number });
    }
    if (added.length > 0) await this.suppress(tx, projectId, added, now);
    return rows;
  }

  private async suppress(
    tx: UnitOfWork,
    projectId: string | null,
    added: readonly AddedSuppression[],
    now: Date,
  ): Promise<void> {
    const hashes = added.flatMap(({ number }) => number.hashes);
    // Before contacts: their statement also locks the counts of campaigns, for which claims wait.
    await tx.query(REFUSE_CALLS, [projectId, hashes]);
    const campaigns = await tx.query<LockedCampaign>(LOCK_CAMPAIGNS_OF_NUMBER, [projectId, hashes]);
    const ids = campaigns.map(({ campaign_id: id }) => id);
    const changed = await tx.query<{ hash: string; contacts: number }>(SUPPRESS_CONTACTS, [ids, hashes, now]);
    // These may have been the last callable contacts (campaigns 9.7).
    const running = campaigns.filter(({ status }) => status === 'running');
    if (changed.length > 0)
      await enqueueSchedulesOf(
        tx,
        running.map(({ campaign_id: id }) => id),
      );
    for (const { row, number } of added) {
      const own = new Set(number.hashes.map((hash) => hash.toString('hex')));
      const contacts = changed.filter(({ hash }) => own.has(hash)).reduce((sum, it) => sum + it.contacts, 0);
      await tx.auditDone(CAMPAIGN_ACTIONS.suppressionAdded, {
        suppression_id: row.suppression_id,
        project_id: projectId,
        reason: row.reason,
        contacts,
      });
    }
  }
}

async function insert(
  tx: UnitOfWork,
  auth: AuthContext,
  projectId: string | null,
  { number, reason, source }: NumberOptOut,
  now: Date,
): Promise<SuppressionRow> {
  const [row] = await tx.query<SuppressionRow>(INSERT_SUPPRESSION, [
    projectId,
    number.hashes[0],
    number.keyId,
    number.maskedPhone,
    reason,
    source,
    now,
    auth.principal.id,
  ]);
  return row!;
}
