import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { CAMPAIGN_ACTIONS } from '../campaigns.audit.js';
import { washFault } from './wash-record.policy.js';
import { COUNT_WASH, INSERT_WASH, WASH_BY_TRANSACTION, type WashRecordRow } from './wash-record.queries.js';
import type { WashRecordRequest } from './wash-record.request.js';
import type { WashRecordResponse } from './wash-record.response.js';

/** Records evidence that numbers were checked against a register (campaigns section 7). */
@Injectable()
export class WashRecordService {
  constructor(
    private readonly stores: TenantStores,
    private readonly campaigns: CampaignAccess,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a wash with its audit row, or returns the one with the same transaction_id.
   * @throws 404 for an unknown campaign, 422 for fields that contradict each other
   */
  record(
    auth: AuthContext,
    campaignId: string,
    sent: WashRecordRequest,
    reservation: Reservation | null,
  ): Promise<WashRecordResponse> {
    return this.stores.transaction(auth, async (tx) => {
      // Requests with the same transaction_id wait for each other here.
      const campaign = await this.campaigns.lock(tx, auth, campaignId);
      const fault = washFault(sent, this.clock.now());
      if (fault !== null) throw unprocessable(fault);
      const row =
        (await known(tx, campaign.campaignId, sent)) ??
        (await this.insert(tx, auth, campaign.campaignId, sent));
      return tx.complete(reservation, toResponse(row));
    });
  }

  private async insert(
    tx: UnitOfWork,
    auth: AuthContext,
    campaignId: string,
    sent: WashRecordRequest,
  ): Promise<WashRecordRow> {
    const now = this.clock.now();
    const [row] = await tx.query<WashRecordRow>(INSERT_WASH, [
      campaignId,
      sent.jurisdiction,
      sent.registry_type,
      sent.vendor ?? null,
      sent.ruleset_id ?? null,
      sent.transaction_id ?? null,
      sent.wash_file_name ?? null,
      sent.receipt_reference ?? null,
      sent.wash_channel,
      sent.numbers_submitted,
      sent.numbers_on_register,
      sent.numbers_not_on_register,
      sent.numbers_invalid,
      sent.credits_charged,
      sent.credits_remaining ?? null,
      readInstant(sent.washed_at_utc),
      readInstant(sent.valid_until_utc),
      now,
      auth.principal.id,
    ]);
    const { registry_wash_record_id: recordId, washed_at: washedAt } = row!;
    await tx.query(COUNT_WASH, [campaignId, recordId, washedAt, now, auth.principal.id]);
    await tx.auditDone(CAMPAIGN_ACTIONS.washRecorded, {
      campaign_id: campaignId,
      registry_wash_record_id: recordId,
      numbers_submitted: sent.numbers_submitted,
      numbers_on_register: sent.numbers_on_register,
    });
    return row!;
  }
}

async function known(
  tx: UnitOfWork,
  campaignId: string,
  { transaction_id: transactionId = null }: WashRecordRequest,
): Promise<WashRecordRow | undefined> {
  if (transactionId === null) return undefined;
  const [row] = await tx.query<WashRecordRow>(WASH_BY_TRANSACTION, [campaignId, transactionId]);
  return row;
}

const toResponse = ({
  washed_at: washedAt,
  valid_until: validUntil,
  ...record
}: WashRecordRow): WashRecordResponse => ({
  ...record,
  washed_at_utc: washedAt.toISOString(),
  valid_until_utc: validUntil.toISOString(),
});
