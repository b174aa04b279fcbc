import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { Clock } from '../../../src/core/time/clock.js';
import { ERASE_CALLER_DATA } from '../../../src/features/caller-requests/rules/processing-jobs.js';
import type { TestApp } from '../../support/app.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { RuntimeFixture } from '../dispatch/dispatching.js';
import { FAULTS } from '../campaigns/campaign-faults.js';
import { ErasurePlace, PERSON } from './erasure-place.js';
import { aCallerRequestFixture } from './caller-request-fixture.js';
import type { Item } from './caller-request-fixture.js';

/** A stored contact: the fields that an erasure removes, and all others. */
export interface StoredContact {
  readonly campaign_id: string;
  readonly contact_id: string;
  readonly external_contact_id: string | null;
  readonly hash: string;
  readonly masked_phone: string;
  readonly status: string;
  readonly is_callable: boolean;
  readonly not_callable_reason: string | null;
  /** How many values of the person it contains. */
  readonly held: number;
  readonly rest: string;
  readonly whole: string;
}

const STORED = `
  SELECT campaign_id, contact_id, external_contact_id, encode(phone_hash, 'hex') AS hash, masked_phone, status, is_callable,
         not_callable_reason,
         num_nonnulls(nullif(phone_encrypted, ''), personalization_encrypted, personalization_hash, consent_evidence_encrypted,
                      external_contact_id) AS held,
         (to_jsonb(c) - ARRAY['phone_hash', 'phone_encrypted', 'masked_phone', 'external_contact_id', 'personalization_encrypted',
                              'personalization_hash', 'consent_evidence_encrypted', 'max_attempts', 'updated_at', 'status',
                              'is_callable', 'not_callable_reason', 'next_attempt_at', 'due_at'])::text AS rest,
         c::text AS whole
    FROM campaign_contacts c ORDER BY campaign_id, contact_id`;

/** The person as the contact of a campaign, in every field that a contact has. */
export const AS_CONTACT = {
  to_number: PERSON.number,
  external_contact_id: 'crm-4711',
  first_name: 'Ottoline Bramblethwaite',
  clinic: 'the walrus ward',
  consent_type: 'express',
  consent_source: 'web_form',
  consent_given_at_utc: '2026-11-20T00:00:00Z',
  consent_evidence_reference: 'form of Cornelius',
};

/** Campaigns of a tenant, with a person who asks to be erased. */
export class ContactPlace {
  private constructor(
    private readonly test: TestApp,
    readonly runtime: RuntimeFixture,
    readonly calls: ErasurePlace,
  ) {}

  static async open(test: TestApp): Promise<ContactPlace> {
    const runtime = await RuntimeFixture.open(test, test.app.get(Clock));
    const desk = await aCallerRequestFixture(test, runtime.desk.tenant);
    return new ContactPlace(test, runtime, new ErasurePlace(test, desk, runtime.desk.projectId));
  }

  get clientId(): string {
    return this.runtime.desk.tenant.clientId;
  }

  /** Creates a campaign with these contacts. */
  async campaign(contacts: readonly object[], fields: object = {}): Promise<string> {
    const { campaign_id: campaignId } = await this.runtime.desk.made(fields);
    await this.add(campaignId, contacts);
    return campaignId;
  }

  async add(campaignId: string, contacts: readonly object[]): Promise<Record<string, unknown>> {
    const body = { source_id: 'crm', batch_id: 'batch-1', contacts };
    const path = `/${campaignId}/contacts/import-json`;
    return (await this.runtime.desk.send('post', path, { body }).expect(200)).body as Record<string, unknown>;
  }

  async setStatus(campaignId: string, status: string): Promise<void> {
    await inStore(this.test, `UPDATE campaigns SET status = $2 WHERE campaign_id = $1`, [campaignId, status]);
  }

  /** All contacts of the store, by contact_id. */
  async stored(): Promise<Map<string, StoredContact>> {
    const rows = (await inStore(this.test, STORED)) as unknown as StoredContact[];
    return new Map(rows.map((row) => [row.contact_id, row]));
  }

  /** The person's contact in each campaign. */
  async theirs(): Promise<Map<string, StoredContact>> {
    const rows = (await inStore(this.test, STORED)) as unknown as StoredContact[];
    const campaigns = new Map<string, StoredContact>();
    for (const row of rows) if (row.external_contact_id === 'crm-4711') campaigns.set(row.campaign_id, row);
    return campaigns;
  }

  /** The counts of a campaign that differ from a recount, and its other faults. */
  faults(campaignId: string): Promise<object[]> {
    return inStore(
      this.test,
      `SELECT * FROM (${FAULTS}) faults WHERE fault = ANY ('{count,suppressed and not dnc}')`,
      [campaignId, '[]'],
    );
  }

  async contactsShown(campaignId: string, query: object = {}): Promise<Record<string, unknown>[]> {
    const answered = await this.runtime.desk.send('get', `/${campaignId}/contacts`, { query }).expect(200);
    return (answered.body as { items: Record<string, unknown>[] }).items;
  }

  async report(campaignId: string): Promise<Record<string, unknown>> {
    return (await this.runtime.desk.send('get', `/${campaignId}/report`).expect(200)).body as Record<
      string,
      unknown
    >;
  }

  /** Until a job that waits for the end of calls has checked again. */
  over(item: Item): Promise<Item & { history: Record<string, unknown>[] }> {
    return eventually(async () => {
      await this.hurry();
      const shown = await this.calls.shown(item);
      expect(shown['data_found_state']).not.toBe('searching');
      return shown;
    }, 200);
  }

  /** Makes waiting jobs due now, and wakes the worker with a job that does nothing. */
  private async hurry(): Promise<void> {
    const waiting = await this.test.world.sql(
      `UPDATE jobs.job SET start_after = now()
        WHERE name = $1 AND data->>'clientId' = $2 AND state = 'created' AND start_after > now() RETURNING 1`,
      [ERASE_CALLER_DATA.name, this.clientId],
    );
    if (waiting.length === 0) return;
    const { tenant } = this.runtime.desk;
    await this.test.app
      .get(MetadataStore)
      .transaction(systemContext(tenant, 'test'), (tx) =>
        tx.enqueue(ERASE_CALLER_DATA, { ...tenant, requestId: randomUUID() }),
      );
  }

  asked = (fields: object = {}): Promise<Item> => this.calls.asked(fields);

  erased(item: Item): Promise<Item & { history: Record<string, unknown>[] }> {
    return this.calls.desk.moved(item, 'in_progress', { erase: true }).then((moved) => this.over(moved));
  }
}
