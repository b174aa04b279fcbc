import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { TenantKeys } from '../../../src/core/privacy/keys/tenant-keys.js';
import { phoneHash, sealPhone } from '../../../src/features/campaigns/rules/phone.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { plantCapacity } from '../../support/campaign-contacts.js';
import { A_CAMPAIGN, aCampaignProject } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { newMatchingKey } from '../../support/matching-keys.js';
import { bearer } from '../access/callers.js';

export const CAMPAIGNS = '/v1/outbound-campaigns';

type Headers = Readonly<Record<string, string>>;

// A number from the range reserved for fiction.
export const aNumber = (n: number): string => `+6149157${String(n).padStart(4, '0')}`;

const RETRIES = {
  enabled: true,
  max_attempts: 3,
  backoff_base_seconds: 3600,
  backoff_strategy: 'linear',
  retry_on_no_answer: true,
  retry_on_voicemail: true,
  retry_on_busy: true,
};

export const COMPLIANCE = {
  registry_wash_required: false,
  registry_wash_max_age_days: 30,
  consent_required: false,
  prevent_after_hours: false,
  check_public_holiday: false,
  recipient_timezone_aware: false,
  cli_return_number: null,
  cli_employer_name: null,
  cli_authorizer_name: null,
  cli_call_purpose: null,
  exemption_type: null,
};

/** Campaigns in any state, planted in a tenant's store, and requests by the tenant's partner. */
export class PlantedCampaigns {
  private constructor(
    readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly projectId: string,
    readonly admin: Headers,
    readonly adminId: string,
  ) {}

  /**
   * Opens a desk with a project that can place calls.
   * @param ofTenant default: a new tenant
   */
  static async open(test: TestApp, ofTenant?: TestTenant): Promise<PlantedCampaigns> {
    const tenant = ofTenant ?? (await test.world.aTenant());
    const admin = await test.world.aUser(tenant, { role: 'partner_admin' });
    const projectId = await aCampaignProject(test.world, tenant);
    await plantCapacity(test, tenant, 10);
    return new PlantedCampaigns(test, tenant, projectId, bearer(admin.token()), admin.userId);
  }

  /** Plants a campaign, and returns its id. */
  async campaign(columns: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const campaignId = randomUUID();
    await this.insert('campaigns', {
      campaign_id: campaignId,
      project_id: this.projectId,
      name: 'Recall',
      campaign_type: 'scheduled',
      campaign_call_type: 'service',
      priority: 50,
      timezone: 'Australia/Sydney',
      status_changed_at: new Date(),
      retry_policy: RETRIES,
      voicemail_policy: { ...A_CAMPAIGN.voicemail_policy, message_template: null },
      personalization: { required_keys: [], allowed_keys: ['first_name', 'clinic'] },
      compliance: COMPLIANCE,
      project_version: 1,
      content_hash: 'hash',
      answering_machine_detection: {},
      created_at: new Date(),
      updated_at: new Date(),
      created_by: 'test',
      ...columns,
    });
    return campaignId;
  }

  /** Plants a contact, and returns its id. Its number is sealed and hashed as by an import. */
  async contact(
    campaignId: string,
    number: string,
    columns: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const contactId = randomUUID();
    const keys = this.test.app.get(TenantKeys);
    const [encryption, matching] = await Promise.all([
      keys.current(this.tenant, 'encryption'),
      keys.current(this.tenant, 'matching'),
    ]);
    const address = { ...this.tenant, table: 'campaign_contacts', column: 'phone_encrypted', row: contactId };
    const phone = sealPhone({ encryption, matching }, address, number);
    await this.insert('campaign_contacts', {
      campaign_id: campaignId,
      contact_id: contactId,
      phone_hash: phone.phoneHash,
      phone_hash_key_id: phone.phoneHashKeyId,
      phone_encrypted: phone.phoneEncrypted,
      masked_phone: phone.maskedPhone,
      is_callable: columns['not_callable_reason'] === undefined,
      created_at: new Date(),
      updated_at: new Date(),
      ...columns,
    });
    return contactId;
  }

  newMatchingKey(): Promise<void> {
    return newMatchingKey(this.test, this.tenant);
  }

  async hashOf(number: string): Promise<Buffer> {
    return phoneHash(await this.test.app.get(TenantKeys).current(this.tenant, 'matching'), number);
  }

  get(path: string, query: object = {}, headers = this.admin): Test {
    return this.test.request().get(`${CAMPAIGNS}${path}`).set(headers).query(query);
  }

  /** Sends a new idempotency key; routes that take none ignore it. */
  post(path: string, body: object = {}, headers: Headers = {}): Test {
    return this.test
      .request()
      .post(`${CAMPAIGNS}${path}`)
      .set({ 'Idempotency-Key': randomUUID(), ...this.admin, ...headers })
      .send(body);
  }

  delete(path: string, headers = this.admin): Test {
    return this.test.request().delete(`${CAMPAIGNS}${path}`).set(headers);
  }

  /** Reads the tenant's store, bypassing row-level security. */
  inStore<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return inStore<R>(this.test, text, values);
  }

  get storeUrl(): string {
    return this.test.databases.superuser.storeUrls.get('store-a')!;
  }

  /** The audit rows that have not been transferred yet, in order. */
  async audits(): Promise<{ action: string; metadata: Record<string, unknown> }[]> {
    const relayed = await this.test.world.sql<{ action: string; metadata: Record<string, unknown> }>(
      `SELECT action, metadata FROM audit_events WHERE client_id = $1 AND action LIKE 'outbound_campaign%' ORDER BY occurred_at, event_id`,
      [this.tenant.clientId],
    );
    const waiting = await this.inStore<{ action: string; metadata: Record<string, unknown> }>(
      `SELECT action, metadata FROM audit_outbox WHERE client_id = $1 AND action LIKE 'outbound_campaign%' ORDER BY occurred_at, event_id`,
      [this.tenant.clientId],
    );
    return [...relayed, ...waiting];
  }

  private async insert(table: string, columns: Readonly<Record<string, unknown>>): Promise<void> {
    const row = { client_id: this.tenant.clientId, data_env: this.tenant.dataEnv, ...columns };
    const names = Object.keys(row);
    const places = names.map((_, place) => `$${place + 1}`);
    await this.inStore(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(row),
    );
  }
}
