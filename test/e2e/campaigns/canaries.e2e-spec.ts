import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { CAMPAIGNS } from '../../support/campaigns.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { RuntimeFixture } from '../dispatch/dispatching.js';
import { dumpOf } from '../privacy/canaries.js';
import { results, WASH } from './washing.js';

/** Data of people who are called, and of the business that calls; no other test uses it. */
const CANARY = {
  called: '+61491570888',
  alsoCalled: '+61491570889',
  suppressed: '+61491570887',
  person: 'Marguerite Ossenfelder',
  evidence: 'recording of Ossenfelder, 12 May',
  authorizer: 'Thaddeus Brillenthwaite',
  returnNumber: '+61255509871',
} as const;

/** Fragments that identify them, even if the text was truncated. */
const OF_PEOPLE = ['491570888', '491570889', '491570887', 'ossenfelder'];
/** Sealed, but shown to readers of the campaign: they belong to the business. */
const OF_BUSINESS = ['255509871', 'brillenthwaite'];

const FIELDS = {
  compliance: {
    registry_wash_required: false,
    registry_wash_max_age_days: 30,
    consent_required: false,
    prevent_after_hours: false,
    check_public_holiday: false,
    recipient_timezone_aware: false,
    cli_return_number: CANARY.returnNumber,
    cli_authorizer_name: CANARY.authorizer,
  },
};

const CONTACTS = [CANARY.called, CANARY.alsoCalled, CANARY.suppressed].map((number, index) => ({
  to_number: number,
  external_contact_id: `contact-${index + 1}`,
  first_name: CANARY.person,
  consent_type: 'express',
  consent_evidence_reference: CANARY.evidence,
}));

/** The form of binary columns in a dump, which may contain any digits by chance. */
const BINARY = /\\+x[0-9a-f]+/g;

/** The words found in a text: in clear, or as bytes of a binary column. */
function tracesIn(text: string, words: readonly string[]): string[] {
  const bytes = text.toLowerCase();
  const open = bytes.replaceAll(BINARY, '');
  return words.filter((word) => open.includes(word) || bytes.includes(Buffer.from(word).toString('hex')));
}

/** The values that were sent, in base64. */
const encodedIn = (text: string): string[] =>
  Object.values(CANARY).filter((value) => text.includes(Buffer.from(value).toString('base64').slice(0, -4)));
const said = (response: Response): string => `${JSON.stringify(response.headers)}\n${response.text}`;

// S9 of the measures. Fails if a row error repeats its cell, if a list opens a number, if an audit
// row copies sent values, or if a column contains a value that is sealed in another. campaigns 1.8,
// 3.5, 4.12, 7.11, 8.1, 8.7; privacy 6.6, 8.3, 9.1
describe('numbers, names and evidence of people that campaigns call', () => {
  const clock = new TestClock(new Date('2026-11-22T00:00:00.000Z'));
  const test = useTestApp({ clock });
  let campaignId: string;
  let washId: string;

  const runtime = perSuite(() => RuntimeFixture.open(test, clock));
  beforeAll(async () => {
    const made = await runtime.desk.made(FIELDS);
    campaignId = made.campaign_id;
    expect(tracesIn(JSON.stringify(made), OF_BUSINESS)).toEqual(OF_BUSINESS);
  });

  const post = (path: string, body: object | string = {}, query: object = {}): Test =>
    test
      .request()
      .post(`${CAMPAIGNS}${path}`)
      .set({
        ...runtime.desk.admin,
        'Idempotency-Key': randomUUID(),
        'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json',
      })
      .query(query)
      .send(body);
  const get = (path: string, query: object = {}): Test =>
    test.request().get(`${CAMPAIGNS}${path}`).set(runtime.desk.admin).query(query);
  const clean = (answers: readonly Response[]): void => {
    const found = answers.flatMap((it) =>
      tracesIn(said(it), OF_PEOPLE).map((trace) => `${it.status} ${trace}`),
    );
    expect(found).toEqual([]);
  };

  it('would be found where they are: the search can fail', () => {
    const words = [...OF_PEOPLE, ...OF_BUSINESS];
    expect(tracesIn(JSON.stringify([CANARY, CONTACTS]), words)).toEqual(words);
    expect(tracesIn(`\\\\x${Buffer.from('ossenfelder').toString('hex')}`, words)).toEqual(['ossenfelder']);
    expect(encodedIn(Buffer.from(CANARY.evidence).toString('base64'))).toEqual([CANARY.evidence]);
  });

  it('go in by every route that takes them, and come back from none', async () => {
    const csv = ['to_number,external_contact_id,first_name', `${CANARY.called},csv-1,${CANARY.person}`].join(
      '\n',
    );
    const answers = [
      await post(`/${campaignId}/contacts/import-json`, {
        source_id: 'crm',
        batch_id: 'b',
        contacts: CONTACTS,
      }),
      await post(`/${campaignId}/contacts/import`, csv, { dry_run: 'true' }),
      await post(`/${campaignId}/contacts/import`, csv),
      await post(`/${campaignId}/registry-wash-records`, WASH),
      await post('/suppressions', {
        to_number: CANARY.suppressed,
        reason: 'direct_opt_out',
        source: 'test',
        project_id: runtime.desk.projectId,
      }),
    ];
    washId = (answers[3]!.body as { registry_wash_record_id: string }).registry_wash_record_id;
    const file = results(
      [CANARY.called, 'not_listed'],
      [CANARY.alsoCalled, 'listed'],
      ['+61491570001', 'listed'],
    );
    const query = { registry_wash_record_id: washId };
    answers.push(
      await post(`/${campaignId}/registry-wash-results`, file, { ...query, dry_run: 'true' }),
      await post(`/${campaignId}/registry-wash-results`, file, query),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    clean(answers);
  });

  it('do not come out of what reads and controls campaigns', async () => {
    const answers = [
      await get(''),
      await get(`/${campaignId}`),
      await test.request().patch(`${CAMPAIGNS}/${campaignId}`).set(runtime.desk.admin).send({ priority: 60 }),
      await get(`/${campaignId}/contacts`),
      await get(`/${campaignId}/contacts`, { callable: 'false' }),
      await get(`/${campaignId}/validation`),
      await post(`/${campaignId}/validate`),
      await get('/suppressions'),
      await post(`/${campaignId}/run`),
      await get(`/${campaignId}/report`),
      await get(`/${campaignId}/launch-preview`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    clean(answers);
    expect(answers[8]!.body).toMatchObject({ status: 'running' });
  });

  it('go to the runtime that calls them alone, and what it reports gives nothing back', async () => {
    const leases = await runtime.taken();
    expect(tracesIn(JSON.stringify(leases), OF_PEOPLE)).toEqual(['491570888', '491570889', 'ossenfelder']);
    const answers = [];
    for (const [index, { dispatch_id: id }] of leases.entries()) {
      answers.push(await runtime.end(id, index === 0 ? 'direct_opt_out' : 'answered'));
    }
    answers.push(
      await get('/suppressions'),
      await get(`/${campaignId}/contacts`),
      await post(`/${campaignId}/pause`),
      await post(`/${campaignId}/resume`),
      await post(`/${campaignId}/cancel`),
      await get(`/${campaignId}/report`),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    clean(answers);
  });

  it('are not repeated by refusals', async () => {
    const draft = (await runtime.desk.made()).campaign_id;
    const record = (await post(`/${draft}/registry-wash-records`, WASH)).body as {
      registry_wash_record_id: string;
    };
    const washed = { registry_wash_record_id: record.registry_wash_record_id };
    const wrong = {
      to_number: CANARY.person,
      external_contact_id: CANARY.called,
      first_name: `${CANARY.person}\0`,
    };
    const everywhere = Object.fromEntries(
      [
        ...[
          'recipient_timezone',
          'recipient_country',
          'registry_status',
          'registry_vendor',
          'consent_source',
        ],
        ...['consent_given_at_utc', 'exemption_verified', 'call_type', 'priority_override', 'max_attempts'],
      ].map((name) => [name, `${CANARY.person} ${CANARY.called}`]),
    );
    const answers = [
      await post('', { [CANARY.person]: CANARY.called }),
      await post('', { name: CANARY.person, project_id: CANARY.called, priority: CANARY.called }),
      await runtime.desk.send('patch', `/${draft}`, { body: { priority: CANARY.called } }),
      await post(`/${draft}/contacts/import-json`, {
        source_id: CANARY.called,
        batch_id: CANARY.person,
        contacts: [wrong],
      }),
      await post(`/${draft}/contacts/import-json`, {
        source_id: 'crm',
        batch_id: 'b',
        contacts: [wrong, { to_number: CANARY.called, external_contact_id: 'x', ...everywhere }],
      }),
      await post(`/${draft}/contacts/import-json`, {
        source_id: 'crm',
        batch_id: 'b',
        contacts: [{ [CANARY.person]: CANARY.called }],
      }),
      await post(`/${draft}/contacts/import`, `to_number,${CANARY.person}\n${CANARY.called},x\n`),
      await post(`/${draft}/contacts/import`, `${CANARY.called},${CANARY.person}\n`),
      await post(
        `/${draft}/contacts/import`,
        `to_number,call_type\n${CANARY.called.slice(1)},${CANARY.person}\n`,
      ),
      await post(`/${draft}/registry-wash-records`, { ...WASH, jurisdiction: CANARY.person }),
      await post(`/${draft}/registry-wash-results`, `${CANARY.called},${CANARY.person}\n`, washed),
      await post(`/${draft}/registry-wash-results`, results([CANARY.called.slice(1), CANARY.person]), washed),
      await post(`/${draft}/registry-wash-results`, results(), { registry_wash_record_id: CANARY.called }),
      await post('/suppressions', {
        to_number: CANARY.called.slice(1),
        reason: CANARY.person,
        source: CANARY.called,
      }),
      await get(`/${CANARY.called}`),
      await get('', { status: CANARY.person }),
      await get('', { project_id: CANARY.called }),
      await get(`/${draft}/contacts`, { status: CANARY.person, callable: CANARY.called }),
      await get('/suppressions', { reason: CANARY.person, cursor: CANARY.called }),
      await post(`/${draft}/pause`, { reason: CANARY.person }),
    ];
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    clean(answers);
  });

  it('are in no log line, no audit row and no table of all this, in clear or merely encoded', async () => {
    const { superuser } = test.databases;
    const dumps = await Promise.all([superuser.metadataUrl, ...superuser.storeUrls.values()].map(dumpOf));
    expect(dumps.join('\n')).toContain('outbound_campaign.contacts_imported');
    expect(dumps.flatMap((dump) => tracesIn(dump, [...OF_PEOPLE, ...OF_BUSINESS]))).toEqual([]);
    expect(tracesIn(test.logs(), [...OF_PEOPLE, ...OF_BUSINESS])).toEqual([]);
    expect([...dumps, test.logs()].flatMap(encodedIn)).toEqual([]);
  });
});
