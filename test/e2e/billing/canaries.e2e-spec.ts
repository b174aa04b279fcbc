import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { addInvoice } from '../../../tools/dev/billing/billing-accounts.ts';
import { dumpOf } from '../privacy/canaries.js';
import { CONTACT, daysFromNow } from './billing-fixture.js';
import { useMeteringBench } from './metering-bench.js';

/** Fragments that identify the recipient, even if the text was truncated. */
const TRACES = ['canary', 'dental.example'];
/** Words that a failing provider or mail server would say about it. */
const SAID = JSON.stringify({
  error: { type: 'api_error', message: `No such ${CONTACT.email} of ${CONTACT.name}`, param: CONTACT.email },
});

const FAULTS = [
  { status: 500, body: SAID },
  { status: 429, headers: { 'retry-after': '3' }, body: SAID },
  { status: 429, body: SAID },
  { status: 400, body: SAID },
  { status: 401, body: SAID },
  { status: 404, body: SAID },
  { status: 200, body: `<html>${CONTACT.email} ${CONTACT.name}` },
  { status: 200, body: JSON.stringify({ object: 'customer', id: 7, email: CONTACT.email }) },
  'reset',
] as const;

const said = (response: Response): string => `${JSON.stringify(response.headers)}\n${response.text}`;
const tracesIn = (text: string): string[] => {
  const lower = text.toLowerCase();
  return TRACES.filter((it) => lower.includes(it) || lower.includes(Buffer.from(it).toString('hex')));
};

// Fails if a response is logged, an error keeps the words of a provider or a mail server, or a job
// contains its recipient. billing 10.3, 11.2, 16.5; privacy 8.3, 9.1
describe('name and address of those who get the invoices', () => {
  let invoice: string;

  const bench = useMeteringBench();
  beforeAll(async () => {
    await bench.begin();
    bench.clock.set(new Date());
    addInvoice(bench.provider.state, bench.desk.ids.customerId, daysFromNow(-30));
    const listed = await bench.desk.get('/invoices').expect(200);
    invoice = (listed.body as { invoices: { invoice_id: string }[] }).invoices[0]!.invoice_id;
  });

  /** Every billing route except the one that shows them. */
  async function allRoutes(): Promise<Response[]> {
    const { desk } = bench;
    const alert = { meter_id: 'minutes', threshold_type: 'units', threshold_value: 1 };
    const made = await desk.alerts('post', '', { body: alert, key: randomUUID() });
    const { alert_id: id } = made.body as { alert_id: string };
    return [
      made,
      await desk.get('/overview'),
      await desk.get('/invoices'),
      await desk.get(`/invoices/${invoice}/pdf`),
      await desk.get('/invoice-recipients'),
      await desk.post('/portal-session', { return_to: '/billing' }),
      await desk.get('/metered/aggregation-records', {}, desk.staff),
      await desk.get('/metered/reconciliation-records', {}, desk.staff),
      await desk.get('/usage-alerts'),
      await desk.alerts('patch', `/${id}`, { body: { threshold_value: 2 } }),
      await desk.alerts('delete', `/${id}`),
      await desk.get('/invoices', { page_token: CONTACT.email, status_in: CONTACT.name }),
      await desk.alerts('post', '', { body: { ...alert, project_id: CONTACT.email } }),
      await desk.alerts('post', '', { body: { ...alert, meter_id: CONTACT.email } }),
      await desk.alerts('patch', `/${encodeURIComponent(CONTACT.email)}`),
    ];
  }

  it('are in the one answer that is for them, and in no other, no log, audit row, job, record or table', async () => {
    const unmasked = await bench.desk.post('/invoice-recipients/unmask').expect(200);
    expect(tracesIn(unmasked.text)).toEqual(TRACES);
    const answers = await allRoutes();
    for (const how of FAULTS) {
      bench.provider.fault = { path: /./, how };
      const shown = await bench.desk.post('/invoice-recipients/unmask');
      answers.push(...(await allRoutes()), ...(shown.status === 200 ? [] : [shown]));
      await bench.run().catch(() => undefined);
      await bench.reconcile().catch(() => undefined);
    }
    bench.provider.fault = null;
    expect(answers.map(said).filter((text) => tracesIn(text).length > 0)).toEqual([]);
    await bench.desk.alerts('post', '', {
      body: { meter_id: 'minutes', threshold_type: 'units', threshold_value: 1 },
    });
    await bench.post('calls', [bench.call(40.5, 600)]);
    // The second worker has not been refused yet.
    await bench.run(bench.workers[1]);
    await bench.watch(bench.workers[1]);
    const [owed] = await bench.owedMails();
    const failures: string[] = [];
    const tried = async (): Promise<void> => {
      await bench.mailJob
        .handle(owed!)
        .catch((error: unknown) => failures.push(String((error as Error).stack)));
    };
    for (const how of FAULTS) {
      bench.provider.fault = { path: /customers/, how };
      await tried();
    }
    bench.provider.fault = null;
    for (const refusal of [`550 ${CONTACT.email} is unknown`, `451 ${CONTACT.name} later`] as const) {
      bench.mail.refusals.set(CONTACT.email, refusal);
      await tried();
    }
    bench.mail.refusals.clear();
    bench.mail.fault = 'drop';
    await tried();
    bench.mail.fault = null;
    await tried();
    // For an unknown customer there is no recipient: here 404 is not a failure.
    expect(failures.length).toBeGreaterThanOrEqual(FAULTS.length);
    expect(failures.flatMap(tracesIn)).toEqual([]);
    expect(tracesIn(bench.test.logs())).toEqual([]);
    const { superuser } = bench.test.databases;
    for (const url of [superuser.metadataUrl, ...superuser.storeUrls.values()])
      expect(tracesIn(await dumpOf(url))).toEqual([]);
  });
});
