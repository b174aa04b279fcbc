import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementFor } from '../../../src/core/database/unit-of-work/named-query.js';
import type { BoundQuery } from '../../../src/core/database/unit-of-work/named-query.js';
import {
  CONTACT_SORT_KEYS,
  contactFilter,
} from '../../../src/features/campaigns/contacts/contact-filter.policy.js';
import { contactsQuery } from '../../../src/features/campaigns/contacts/contacts.queries.js';
import { REPORTED_CAMPAIGN } from '../../../src/features/campaigns/report/report.queries.js';
import { useTestApp } from '../../support/app.js';
import { aCampaignFixture } from '../../support/campaigns.js';
import { inStore, asService } from '../../support/databases.js';
import { explained, rowsRead } from '../../support/explain.js';
import { aNumber, csvOf, Importing } from './importing.js';

const CONTACTS = 5_000;
const PAGE = 20;
const NO_FILTER = contactFilter({}, new Date());

const COLUMNS = `
  SELECT string_agg(column_name, ', ') AS own, string_agg('(t.r).' || column_name, ', ') AS copied
    FROM information_schema.columns WHERE table_name = 'campaign_contacts' AND is_generated = 'NEVER'`;

// Copies of the only contact, each with unique values where required.
const planting = ({ own, copied }: Record<string, unknown>): string => `
  INSERT INTO campaign_contacts (${String(own)})
  SELECT ${String(copied)}
    FROM (SELECT jsonb_populate_record(c, jsonb_build_object('contact_id', gen_random_uuid(), 'external_contact_id', 'c' || n,
                   'phone_hash', '\\x' || md5(n::text), 'created_at', c.created_at + n * interval '1 second')) AS r
            FROM campaign_contacts c, generate_series(1, $2::integer) n
           WHERE c.campaign_id = $1) t`;

/*
 * Reads of a campaign use an index, by the plan that is kept for all campaigns and pages; explained
 * with the login of the service, which row-level security binds.
 */
describe('of a campaign with many contacts', () => {
  const test = useTestApp();
  let app: Client;
  let campaignId: string;
  let tenant: Parameters<typeof statementFor>[0];

  beforeAll(async () => {
    const desk = await aCampaignFixture(test);
    tenant = desk.tenant;
    campaignId = (await desk.made()).campaign_id;
    const row = csvOf(['to_number', 'external_contact_id'], [aNumber(1), 'a']);
    await new Importing(test, desk).csv(campaignId, row, { key: 'one' });
    const [columns] = await inStore(test, COLUMNS);
    await inStore(test, planting(columns!), [campaignId, CONTACTS]);
    await inStore(test, 'VACUUM ANALYZE campaign_contacts');
    app = await asService(test.databases, tenant);
  });
  afterAll(() => app.end());

  /** Rows of contacts that a statement reads, whether or not it uses them. */
  const contactsReadBy = async (query: BoundQuery): Promise<number> =>
    rowsRead(await explained(app, statementFor(tenant, query)), ['campaign_contacts']);

  it.each(
    CONTACT_SORT_KEYS.flatMap((key) =>
      (['asc', 'desc'] as const).map((direction) => [key, direction] as const),
    ),
  )('a page by %s %s reads that page', async (key, direction) => {
    const part = { limit: PAGE, offset: 2 * PAGE };
    const query = contactsQuery(campaignId, NO_FILTER, { key, direction }, part, null);
    expect(query.keepsPlan).toBe(true);
    const read = await contactsReadBy(query);
    expect(read).toBeGreaterThanOrEqual(PAGE);
    expect(read).toBeLessThanOrEqual(part.offset + 2 * PAGE);
  });

  it('a report reads those that are due alone', async () => {
    expect(REPORTED_CAMPAIGN.keepsPlan).toBe(true);
    expect(await contactsReadBy({ ...REPORTED_CAMPAIGN, values: [campaignId, new Date()] })).toBe(0);
  });
});
