import { Injectable } from '@nestjs/common';
import { tenantKey, type AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { KeyedLimiter } from '../../../core/shared/keyed-limiter.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import type { CampaignEntity } from '../campaigns.entities.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { holdOptOuts } from '../lookup/suppressed-numbers.js';
import { TOUCH_CAMPAIGN } from '../lookup/touch-campaign.queries.js';
import { CAMPAIGN_ACTIONS } from '../campaigns.audit.js';
import type { PersonalizationKeys } from '../rules/campaign-settings.js';
import { toRowError } from '../contact-rows/row-error.response.js';
import { CampaignDetails } from '../detail/campaign-details.service.js';
import type { CampaignDetail } from '../detail/campaign-detail.response.js';
import type { ContactDraft } from '../contact-rows/contact-draft.js';
import { ContactSealer } from './contact-sealer.service.js';
import { ContactsChangedError, ContactWriter } from './contact-writer.service.js';
import { planImport } from './import-plan.policy.js';
import { ImportReader, type ReadImport } from './import-reader.service.js';
import { KNOWN_CONTACTS } from './import.queries.js';
import { ImportBody, ImportSource } from './import.request.js';
import type { CsvImportResponse, JsonImportResponse } from './import.response.js';
import { assertImportable, isUpdatable } from './importable.policy.js';
import type { KnownContact } from './sealed-contact.js';

/** The two responses; only the one for JSON names its source. */
type ImportResponse = CsvImportResponse & Partial<Pick<JsonImportResponse, 'source_id' | 'batch_id'>>;

/** The terms on which an import was requested. */
export interface ImportOrder {
  readonly reservation: Reservation | null;
  readonly isDryRun: boolean;
  /** The stored part of the first response, if this is a replay. */
  readonly replayed: unknown;
}

// One import on the CPU and one at the store keep both busy; more of one tenant would only take
// time and memory from other tenants.
const IMPORTS_AT_ONCE = 2;

// Imports of one campaign run one after another in a process. Only another process can change an
// import's contacts in the meantime, and its attempt has then succeeded.
const MAX_ATTEMPTS = 5;

/** Imports contacts from CSV and JSON (campaigns section 4). */
@Injectable()
export class ContactImportService {
  private readonly turns = new KeyedLimiter({ perKey: IMPORTS_AT_ONCE });
  private readonly turnsOfCampaigns = new KeyedLimiter({ perKey: 1 });

  constructor(
    private readonly stores: TenantStores,
    private readonly access: CampaignAccess,
    private readonly details: CampaignDetails,
    private readonly sealer: ContactSealer,
    private readonly writer: ContactWriter,
    private readonly reader: ImportReader,
    private readonly clock: Clock,
  ) {}

  /**
   * Imports all valid rows in one transaction, or previews the result.
   * @throws 404, 422 invalid_campaign_state, 400 and 422 for the body, 409 if contacts keep
   *   changing in the meantime, 503
   */
  import(
    auth: AuthContext,
    campaignId: string,
    body: ImportBody,
    order: ImportOrder,
  ): Promise<ImportResponse> {
    const { replayed } = order;
    if (replayed !== null) return this.replay(auth, campaignId, replayed as Partial<ImportSource>);
    const turn = (): Promise<ImportResponse> =>
      this.turns.run(tenantKey(auth), () => this.work(auth, campaignId, body, order));
    return this.turnsOfCampaigns.run(`${tenantKey(auth)}\n${campaignId}`, turn);
  }

  private async work(
    auth: AuthContext,
    campaignId: string,
    body: ImportBody,
    order: ImportOrder,
  ): Promise<ImportResponse> {
    const read = await this.reader.read(auth, campaignId, body);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(auth, read, order);
      } catch (error) {
        if (!(error instanceof ContactsChangedError)) throw error;
        if (attempt === MAX_ATTEMPTS) throw new PlatformError(CATALOGUE.conflict, { message: CHANGED });
      }
    }
  }

  private async attempt(auth: AuthContext, read: ReadImport, order: ImportOrder): Promise<ImportResponse> {
    const { campaign, rows, source } = read;
    const known = await this.knownContacts(auth, campaign, rows);
    const { required_keys: required } = campaign.personalization as PersonalizationKeys;
    const plan = planImport(rows, (id) => known.has(id), required);
    const added = await this.sealer.prepareNew(auth, plan.added);
    const updated = await this.sealer.sealUpdates(auth, updatesOf(plan.known, known));
    await this.details.prepare(auth);
    const answer = (repeated: number, detail: CampaignDetail): ImportResponse => ({
      ...source,
      ...plan.counts,
      number_repeated_rows: repeated,
      row_errors: plan.errors.map(toRowError),
      dry_run: order.isDryRun,
      campaign: detail,
    });
    if (order.isDryRun) {
      const repeated = await this.stores.read(auth, (db) =>
        this.writer.repeated(db, campaign, [...updated, ...added]),
      );
      return answer(repeated.size, await this.detail(auth, campaign.campaignId));
    }
    const [repeated, detail] = await this.stores.transaction(auth, async (tx) => {
      await holdOptOuts(tx, campaign.projectId);
      const locked = await this.access.lock(tx, auth, campaign.campaignId);
      assertImportable(locked.status);
      const now = this.clock.now();
      const repeats = await this.writer.write(tx, locked, { added, updated }, now);
      await tx.query(TOUCH_CAMPAIGN, [locked.campaignId, now, auth.principal.id]);
      await tx.auditDone(CAMPAIGN_ACTIONS.contactsImported, {
        campaign_id: locked.campaignId,
        ...source,
        ...plan.counts,
        number_repeated_rows: repeats,
      });
      await tx.complete(order.reservation, { ...source });
      return [
        repeats,
        await this.details.detailOf(tx, auth, {
          ...locked,
          updatedAt: now,
          updatedBy: auth.principal.id,
        }),
      ] as const;
    });
    return answer(repeated, detail);
  }

  private async knownContacts(
    auth: AuthContext,
    { campaignId }: CampaignEntity,
    rows: ReadImport['rows'],
  ): Promise<ReadonlyMap<string, KnownContact>> {
    const ids = rows.flatMap(({ draft }) => draft?.fields.externalContactId ?? []);
    if (ids.length === 0) return new Map();
    const known = await this.stores.read<KnownContact>(auth, {
      ...KNOWN_CONTACTS,
      values: [campaignId, ids],
    });
    return new Map(known.map((it) => [it.external_contact_id, it]));
  }

  /** A replay keeps the first response's source; the rest is current (campaigns 4.14). */
  private async replay(
    auth: AuthContext,
    campaignId: string,
    source: Partial<ImportSource>,
  ): Promise<ImportResponse> {
    const campaign = await this.detail(auth, campaignId);
    return {
      ...source,
      accepted_rows: 0,
      duplicate_rows: 0,
      rejected_rows: 0,
      number_repeated_rows: 0,
      row_errors: [],
      dry_run: false,
      campaign,
    };
  }

  private async detail(auth: AuthContext, campaignId: string): Promise<CampaignDetail> {
    await this.details.prepare(auth);
    const shown = (db: StoreReader, campaign: CampaignEntity) => this.details.detailOf(db, auth, campaign);
    return this.access.read(auth, campaignId, shown);
  }
}

const CHANGED =
  'Other requests keep changing the contacts of this import. Send it again when they have finished.';

/** Contacts that may be changed, each with the row that changes it. */
const updatesOf = (
  drafts: readonly ContactDraft[],
  known: ReadonlyMap<string, KnownContact>,
): { draft: ContactDraft; known: KnownContact }[] =>
  drafts.flatMap((draft) => {
    const contact = known.get(draft.fields.externalContactId!)!;
    return isUpdatable(contact.status, contact.not_callable_reason) ? [{ draft, known: contact }] : [];
  });
