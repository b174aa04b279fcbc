import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import type { WashResultsResponse } from '../../../src/features/campaigns/registry-wash/wash-results.response.js';
import { csvOf } from './importing.js';
import { CAMPAIGNS, COMPLIANCE } from './planted-campaigns.js';
import type { PlantedCampaigns } from './planted-campaigns.js';

export const WASHED_AT = '2026-11-20T00:00:00.000Z';
export const VALID_UNTIL = '2026-12-20T00:00:00.000Z';

/** A valid wash. */
export const WASH = {
  jurisdiction: 'AU',
  registry_type: 'dncr',
  vendor: 'Keystone Wash Pty Ltd',
  ruleset_id: 'rules-1',
  transaction_id: 'T-1',
  wash_channel: 'web_upload',
  numbers_submitted: 4,
  numbers_on_register: 1,
  numbers_not_on_register: 2,
  numbers_invalid: 1,
  credits_charged: 4,
  washed_at_utc: WASHED_AT,
  valid_until_utc: VALID_UNTIL,
};

/** Where results are sent, and how. */
export interface WashTarget {
  readonly id: string;
  /** The wash that the results belong to; empty if none is named. */
  readonly record: string;
  readonly query?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Washes of campaigns that call only washed contacts, and their results. */
export class Washing {
  constructor(private readonly desk: PlantedCampaigns) {}

  campaign(columns: object = {}): Promise<string> {
    return this.desk.campaign({ compliance: { ...COMPLIANCE, registry_wash_required: true }, ...columns });
  }

  /** Records a wash, and returns its id. */
  async wash(campaignId: string, fields: object = {}): Promise<string> {
    const path = `/${campaignId}/registry-wash-records`;
    const { body } = (await this.desk.post(path, { ...WASH, ...fields }).expect(200)) as {
      body: { registry_wash_record_id: string };
    };
    return body.registry_wash_record_id;
  }

  send(file: string | Buffer, { id, record, query = {}, headers = {} }: WashTarget): Test {
    return this.desk.test
      .request()
      .post(`${CAMPAIGNS}/${id}/registry-wash-results`)
      .query({ ...(record !== '' && { registry_wash_record_id: record }), ...query })
      .set({ 'Idempotency-Key': randomUUID(), 'Content-Type': 'text/csv', ...this.desk.admin, ...headers })
      .send(file);
  }

  /** The columns of a campaign's contacts that a wash changes. */
  contacts(campaignId: string): Promise<Record<string, unknown>[]> {
    return this.desk.inStore(
      `SELECT contact_id, registry_status, registry_checked_at, registry_valid_until, registry_vendor, registry_ruleset_id,
              registry_result_code, registry_wash_record_id, is_callable, not_callable_reason
         FROM campaign_contacts WHERE campaign_id = $1 ORDER BY contact_id`,
      [campaignId],
    );
  }
}

export const results = (...rows: readonly (readonly string[])[]): string =>
  csvOf(['number', 'status'], ...rows);

/**
 * The counts of an answer: rows matched, unmatched and rejected; contacts updated and unchanged.
 */
export const countsOf = ({ body }: Response): number[] => {
  const it = body as WashResultsResponse;
  return [it.matched_rows, it.unmatched_rows, it.rejected_rows, it.contacts_updated, it.contacts_unchanged];
};
