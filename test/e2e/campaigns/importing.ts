import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import type { JsonImportResponse } from '../../../src/features/campaigns/import/import.response.js';
import { CAMPAIGNS } from '../../support/campaigns.js';
import type { CampaignFixture } from '../../support/campaigns.js';
import type { TestApp } from '../../support/app.js';
import { withClient, inStore } from '../../support/databases.js';

interface SendOptions {
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly as?: Readonly<Record<string, string>>;
  readonly type?: string;
}

/** Imports into the campaigns of one desk, and the stored results. */
export class Importing {
  constructor(
    private readonly test: TestApp,
    readonly desk: CampaignFixture,
  ) {}

  csv(campaignId: string, file: string | Buffer, options: SendOptions = {}): Promise<Response> {
    return this.send(`/${campaignId}/contacts/import`, file, { type: 'text/csv', ...options });
  }

  /** @param body an object, or its bytes */
  json(campaignId: string, body: object | string, options: SendOptions = {}): Promise<Response> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.send(`/${campaignId}/contacts/import-json`, text, { type: 'application/json', ...options });
  }

  private async send(path: string, body: string | Buffer, options: SendOptions): Promise<Response> {
    const { key = randomUUID(), query = {}, as = this.desk.admin, type = '' } = options;
    const request = this.test
      .request()
      .post(`${CAMPAIGNS}${path}`)
      .set(as)
      .set('Content-Type', type)
      .query({ client_id: this.desk.tenant.clientId, ...query });
    if (key !== '') request.set('Idempotency-Key', key);
    return request.send(body);
  }

  /** The rows of a campaign, by external_contact_id. */
  contacts(campaignId: string): Promise<Record<string, unknown>[]> {
    return inStore(
      this.test,
      `SELECT * FROM campaign_contacts WHERE campaign_id = $1 ORDER BY external_contact_id NULLS LAST, contact_id`,
      [campaignId],
    );
  }

  /** One of these rows. */
  async contact(campaignId: string, externalId: string): Promise<Record<string, unknown>> {
    const found = (await this.contacts(campaignId)).find((it) => it['external_contact_id'] === externalId);
    if (!found) throw new Error(`There is no contact ${externalId}.`);
    return found;
  }

  /**
   * Runs work while another transaction locks the campaign, and returns the work in progress at the
   * end.
   */
  whileLocked<T>(campaignId: string, work: () => Promise<{ readonly begun: Promise<T> }>): Promise<T> {
    return withClient(this.test.databases.superuser.storeUrls.get('store-a')!, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM campaigns WHERE campaign_id = $1 FOR UPDATE', [campaignId]);
      const { begun } = await work();
      await client.query('COMMIT');
      return begun;
    });
  }

  change(campaignId: string, externalId: string, set: string, values: unknown[] = []): Promise<unknown> {
    const where = 'campaign_id = $1 AND external_contact_id = $2';
    return inStore(this.test, `UPDATE campaign_contacts SET ${set} WHERE ${where}`, [
      campaignId,
      externalId,
      ...values,
    ]);
  }
}

/** The counts of an answer: accepted, duplicate, rejected. */
export const countsOf = ({ body }: Response): number[] => {
  const { accepted_rows, duplicate_rows, rejected_rows } = body as JsonImportResponse;
  return [accepted_rows, duplicate_rows, rejected_rows];
};

/** The errors of an answer: row, column and code of each. */
export const rowErrorsOf = ({ body }: Response): string[] =>
  (body as JsonImportResponse).row_errors.map(({ row, column, code }) => `${row} ${column} ${code}`);

/** CSV with unquoted cells. */
export const csvOf = (...rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.join(',')}\r\n`).join('');

/** A number from the range reserved for fiction. */
export const aNumber = (index: number): string => `+6149157${String(index).padStart(4, '0')}`;
