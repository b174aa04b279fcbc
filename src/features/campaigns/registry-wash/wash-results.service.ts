import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { mapCooperatively } from '../../../core/shared/cooperative.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import type { CampaignEntity } from '../campaigns.entities.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { enqueueAt } from '../lookup/enqueue-schedules.js';
import { TOUCH_CAMPAIGN } from '../lookup/touch-campaign.queries.js';
import { CAMPAIGN_ACTIONS } from '../campaigns.audit.js';
import { readCsvRows } from '../contact-rows/csv-rows.js';
import { toRowError } from '../contact-rows/row-error.response.js';
import { lastingReason } from '../rules/eligibility/decide-contact.policy.js';
import { campaignFacts, contactFacts } from '../rules/eligibility/facts-of.js';
import { phoneHashes } from '../rules/phone.js';
import type { NotCallableReason } from '../rules/statuses.js';
import {
  readResultRow,
  refuseContradictions,
  RESULT_COLUMNS,
  resultOf,
  acceptsResult,
} from './wash-results.policy.js';
import type { ResultRow, WashResult } from './wash-results.policy.js';
import { LOCK_WASHED_CONTACTS, WASH_BY_ID, WASHED_CONTACTS, WRITE_RESULTS } from './wash-results.queries.js';
import type { WashedContact, WashRow } from './wash-results.queries.js';
import type { WashResultsResponse } from './wash-results.response.js';

// A response is stored for a day, so it has at most a tenth of the errors that a file can have;
// that is enough to correct the file.
const MOST_ERRORS = 1_000;

export interface WashResultsOrder {
  readonly recordId: string;
  readonly file: Buffer;
  readonly isDryRun: boolean;
  readonly reservation: Reservation | null;
}

/** A parsed file, and its wash. */
interface ReadResults {
  readonly wash: WashRow;
  readonly rows: readonly ResultRow[];
  /** The result by each hash that the contact's number may have. */
  readonly byHash: ReadonlyMap<string, WashResult>;
}

interface WashDecision {
  readonly contactId: string;
  readonly status: string;
  readonly reason: NotCallableReason | null;
}

/** Imports a register's results for each number (campaigns 7.7 to 7.12). */
@Injectable()
export class WashResultsService {
  constructor(
    private readonly stores: TenantStores,
    private readonly campaigns: CampaignAccess,
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores all results of a file in one transaction, or previews the result.
   * @throws 404 for an unknown campaign, 422 for an unknown wash and for an invalid file, 503
   */
  async record(auth: AuthContext, campaignId: string, order: WashResultsOrder): Promise<WashResultsResponse> {
    const read = await this.read(auth, campaignId, order);
    const hashes = [...read.byHash.keys()].map((hash) => Buffer.from(hash, 'hex'));
    if (order.isDryRun) {
      return this.campaigns.read(auth, campaignId, async (db, campaign) => {
        const contacts = await db.query<WashedContact>(WASHED_CONTACTS, [campaignId, hashes]);
        const decided = await this.decide(campaign, contacts, read);
        return answerOf(campaign, read, contacts, decided, true);
      });
    }
    return this.stores.transaction(auth, async (tx) => {
      const campaign = await this.campaigns.lock(tx, auth, campaignId);
      const contacts = await tx.query<WashedContact>(LOCK_WASHED_CONTACTS, [campaignId, hashes]);
      const decided = await this.decide(campaign, contacts, read);
      await this.write(tx, campaign, read.wash, decided, auth.principal.id);
      const answer = answerOf(campaign, read, contacts, decided, false);
      await tx.auditDone(CAMPAIGN_ACTIONS.washResultsRecorded, {
        campaign_id: campaign.campaignId,
        registry_wash_record_id: read.wash.registry_wash_record_id,
        matched_rows: answer.matched_rows,
        unmatched_rows: answer.unmatched_rows,
        rejected_rows: answer.rejected_rows,
        contacts: decided.length,
      });
      return tx.complete(order.reservation, answer);
    });
  }

  private async read(
    auth: AuthContext,
    campaignId: string,
    { recordId, file }: WashResultsOrder,
  ): Promise<ReadResults> {
    const [wash] = await this.campaigns.read(auth, campaignId, (db) =>
      isUUID(recordId, 'loose') ? db.query<WashRow>(WASH_BY_ID, [campaignId, recordId]) : Promise.resolve([]),
    );
    if (!wash) throw unprocessable(NO_SUCH_WASH);
    const read = await mapCooperatively(await readCsvRows(file, RESULT_COLUMNS), readResultRow);
    const rows = refuseContradictions(read);
    // Contacts may be older than the current key or the current numbering plan.
    const keys = await this.keys.all(auth, 'matching');
    const byHash = new Map<string, WashResult>();
    await mapCooperatively(rows, (row) => {
      const result = resultOf(row);
      if (result === null) return;
      for (const hash of phoneHashes(keys, result.number)) byHash.set(hash.toString('hex'), result);
    });
    return { wash, rows, byHash };
  }

  private async decide(
    campaign: CampaignEntity,
    contacts: readonly WashedContact[],
    { wash, byHash }: ReadResults,
  ): Promise<WashDecision[]> {
    const facts = campaignFacts(campaign);
    const now = this.clock.now();
    // A sender's clock that is ahead must not make a current wash a future one (campaigns 7.2).
    const checkedAt = wash.washed_at > now ? now : wash.washed_at;
    const taking = contacts.filter((contact) => acceptsResult(contact, checkedAt));
    return mapCooperatively(taking, (contact) => {
      const { status } = byHash.get(contact.phoneHash.toString('hex'))!;
      const washed = {
        ...contact,
        registryStatus: status,
        registryCheckedAt: checkedAt,
        registryValidUntil: wash.valid_until,
        registryRulesetId: wash.ruleset_id,
        registryWashRecordId: wash.registry_wash_record_id,
      };
      // Every change of suppressions also updates the affected contacts.
      const isSuppressed = contact.notCallableReason === 'dnc';
      const reason = lastingReason(contactFacts(washed, isSuppressed), facts, now);
      return { contactId: contact.contactId, status, reason };
    });
  }

  private async write(
    tx: UnitOfWork,
    { campaignId, status }: CampaignEntity,
    wash: WashRow,
    decided: readonly WashDecision[],
    by: string,
  ): Promise<void> {
    if (decided.length === 0) return;
    const now = this.clock.now();
    await tx.query(WRITE_RESULTS, [
      campaignId,
      decided.map((it) => it.contactId),
      decided.map((it) => it.status),
      decided.map((it) => it.reason),
      wash.registry_wash_record_id,
      now,
    ]);
    await tx.query(TOUCH_CAMPAIGN, [campaignId, now, by]);
    // The last callable contact may be listed in the register.
    if (status === 'running') await enqueueAt(tx, campaignId, null);
  }
}

const NO_SUCH_WASH = {
  loc: ['query', 'registry_wash_record_id'],
  message: 'must be a wash record of this campaign; record the wash first',
  type: 'wash_record_missing',
};

function answerOf(
  { campaignId }: CampaignEntity,
  { wash, rows, byHash }: ReadResults,
  contacts: readonly WashedContact[],
  decided: readonly WashDecision[],
  isDryRun: boolean,
): WashResultsResponse {
  const found = new Set(contacts.map(({ phoneHash: hash }) => byHash.get(hash.toString('hex'))!.number));
  const sound = rows.flatMap((row) => resultOf(row) ?? []);
  const matched = sound.filter(({ number }) => found.has(number)).length;
  return {
    registry_wash_record_id: wash.registry_wash_record_id,
    campaign_id: campaignId,
    matched_rows: matched,
    unmatched_rows: sound.length - matched,
    rejected_rows: rows.length - sound.length,
    contacts_updated: decided.length,
    contacts_unchanged: contacts.length - decided.length,
    row_errors: rows
      .flatMap(({ errors }) => errors)
      .slice(0, MOST_ERRORS)
      .map(toRowError),
    dry_run: isDryRun,
  };
}
