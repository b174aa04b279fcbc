import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addInvoice } from '../../../tools/dev/billing/billing-accounts.ts';
import { essence } from '../access/attempts.js';
import { perSuite } from '../../support/frames.js';
import { aBillingFixture, daysFromNow, NOW, useBilling } from './billing-fixture.js';

interface Page {
  readonly invoices: readonly Readonly<Record<string, unknown>>[];
  readonly next_page_token?: string;
}

const MIB = 1024 * 1024;

describe('invoices', () => {
  const billing = useBilling();
  const { test } = billing;

  const desk = perSuite(() => aBillingFixture(test, billing.provider));
  beforeAll(async () => {
    const { state } = billing.provider;
    const { customerId } = desk.ids;
    const add = (daysAgo: number, status: string) =>
      addInvoice(state, customerId, daysFromNow(-daysAgo), { status, description: `${daysAgo} days ago` });
    for (const [daysAgo, status] of [
      [150, 'paid'],
      [120, 'uncollectible'],
      [90, 'void'],
      [60, 'paid'],
      [30, 'open'],
      [0, 'draft'],
    ] as const) {
      add(daysAgo, status);
    }
  });
  afterEach(() => {
    billing.provider.fault = null;
    billing.provider.file = { bytes: 0 };
  });

  const page = async (query: object = {}, of = desk): Promise<Page> =>
    (await of.get('/invoices', query).expect(200)).body as Page;
  const ages = ({ invoices }: Page): unknown[] => invoices.map((it) => it['description']);
  const anId = async (status = 'paid'): Promise<string> =>
    String((await page({ status_in: status })).invoices[0]!['invoice_id']);

  // billing 8.1, 8.3, 1.2
  it('are listed newest first, under ids of our own', async () => {
    const { invoices, ...rest } = await page();
    expect(rest).toEqual({});
    expect(invoices.map((it) => it['status'])).toEqual([
      'draft',
      'open',
      'paid',
      'void',
      'uncollectible',
      'paid',
    ]);
    expect(invoices[1]).toEqual({
      invoice_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      number: expect.stringMatching(/-5$/) as string,
      status: 'open',
      currency: 'AUD',
      total_amount: 249,
      amount_due: 249,
      amount_paid: 0,
      amount_remaining: 249,
      issued_at: daysFromNow(-30).toISOString(),
      due_date: daysFromNow(-16).toISOString(),
      paid_at: null,
      period_start: daysFromNow(-60).toISOString(),
      period_end: daysFromNow(-30).toISOString(),
      pdf_available: true,
      description: '30 days ago',
    });
    expect(invoices[0]).toMatchObject({ number: null, issued_at: null, pdf_available: false });
    expect(JSON.stringify(invoices)).not.toMatch(/in_|cus_|127\.0\.0\.1/);
    expect((await page()).invoices).toEqual(invoices);
  });

  // billing 8.2
  it('are given page by page, and by status', async () => {
    const first = await page({ page_size: 4 });
    const second = await page({ page_size: 1, page_token: first.next_page_token });
    const third = await page({ page_token: second.next_page_token });
    expect([ages(first), ages(second), ages(third)]).toEqual([
      ['0 days ago', '30 days ago', '60 days ago', '90 days ago'],
      ['120 days ago'],
      ['150 days ago'],
    ]);
    expect(third.next_page_token).toBeUndefined();
    expect(ages(await page({ status_in: 'open' }))).toEqual(['30 days ago']);
    const paid = await page({ status_in: 'paid,void', page_size: 2 });
    expect(ages(paid)).toEqual(['60 days ago', '90 days ago']);
    expect(ages(await page({ status_in: 'void,paid', page_token: paid.next_page_token }))).toEqual([
      '150 days ago',
    ]);
  });

  // billing 8.4, 11.3
  it.each([
    [{ status_in: 'paid,overdue' }, 'status_in'],
    [{ status_in: '' }, 'status_in'],
    [{ page_size: 0 }, 'page_size'],
    [{ page_size: 101 }, 'page_size'],
    [{ page_size: 'ten' }, 'page_size'],
    [{ page_token: 'made-up' }, 'page_token'],
    [{ cursor: 'x' }, 'cursor'],
  ])('refuse %j and name the field', async (query, field) => {
    const answer = await desk.get('/invoices', query).expect(400);
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      field_errors: { [field]: expect.any(String) as string },
    });
  });

  // billing 8.4
  it('refuse the token of another filter or another client', async () => {
    const { next_page_token: token } = await page({ page_size: 1 });
    await desk.get('/invoices', { page_token: token, status_in: 'paid' }).expect(400);
    const other = await aBillingFixture(test, billing.provider);
    await other.get('/invoices', { page_token: token }).expect(400);
  });

  // billing 11.1, 11.2; errors 3.9
  it.each([
    ['429 with its time', { status: 429, headers: { 'retry-after': '7' }, body: '{"error":{}}' }, 429, '7'],
    ['429 without a time', { status: 429, body: '{"error":{}}' }, 429, undefined],
    [
      '429 with a date',
      { status: 429, headers: { 'retry-after': 'soon' }, body: '{"error":{}}' },
      429,
      undefined,
    ],
    ['500', { status: 500, body: '{"error":{"message":"canary of cus_1"}}' }, 503, undefined],
    ['401', { status: 401, body: '{"error":{"message":"canary of the key"}}' }, 503, undefined],
    ['what is no JSON', { status: 200, body: 'canary' }, 503, undefined],
    [
      'an invoice of no currency',
      {
        status: 200,
        body: '{"object":"list","has_more":false,"data":[{"id":"in_1","status":"paid","currency":"zzz"}]}',
      },
      503,
      undefined,
    ],
    ['nothing, and hangs up', 'reset' as const, 503, undefined],
    ['nothing for seconds', 'hang' as const, 503, undefined],
  ])('pass %s on as what it is to the caller', async (_, how, status, retryAfter) => {
    billing.provider.fault = { path: /^\/v1\/invoices/, how };
    const answer = await desk.get('/invoices').expect(status);
    expect(answer.headers['retry-after']).toBe(retryAfter);
    expect(answer.body).toEqual({
      code: status === 429 ? 'billing_provider_rate_limited' : 'billing_provider_unavailable',
      message: expect.any(String) as string,
      ...(retryAfter === undefined ? {} : { retry_after_seconds: Number(retryAfter) }),
      request_id: expect.any(String) as string,
    });
    expect(answer.text + test.logs()).not.toContain('canary');
  });

  // billing 8.5
  it('are sent as files, under their numbers', async () => {
    const answer = await desk
      .get(`/invoices/${await anId()}/pdf`)
      .buffer(true)
      .expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="invoice-[A-Z0-9-]+\.pdf"$/,
      ) as string,
      'cache-control': 'no-store',
    });
    expect((answer.body as Buffer).subarray(0, 8).toString()).toBe('%PDF-1.4');
    const asked = billing.provider.requests.findLast(({ path }) => path.startsWith('/files/'))!;
    expect(asked.headers.authorization).toBeUndefined();
  });

  // billing 8.5
  it('are not found by another id, by the provider’s own, without a file, or of another client', async () => {
    const other = await aBillingFixture(test, billing.provider);
    const absent = await desk.get('/invoices/01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e/pdf').expect(404);
    for (const [id, by] of [
      ['no-uuid', desk],
      [billing.provider.state.invoices[1]!.id, desk],
      [await anId('draft'), desk],
      [await anId(), other],
    ] as const) {
      expect(essence(await by.get(`/invoices/${id}/pdf`))).toEqual(essence(absent));
    }
  });

  // billing 8.5
  it('are not followed off the hosts of the provider', async () => {
    for (const redirect of [
      'http://localhost:1/secret',
      'https://example.com/file.pdf',
      'file:///etc/passwd',
      '',
    ]) {
      billing.provider.file = { bytes: 0, redirect };
      await desk.get(`/invoices/${await anId()}/pdf`).expect(503);
    }
    billing.provider.file = { bytes: 0, redirect: `${billing.provider.url}/files/in_1/pdf` };
    await desk.get(`/invoices/${await anId()}/pdf`).expect(503);
  });

  // billing 8.5
  it.each([
    ['is a page in place of a file', { bytes: 0, type: 'text/html' }],
    ['says nothing of what it is', { bytes: 0, type: '' }],
  ])('are 503 where what comes %s', async (_, file) => {
    billing.provider.file = file;
    const answer = await desk.get(`/invoices/${await anId()}/pdf`).expect(503);
    expect(answer.body).toMatchObject({ code: 'billing_provider_unavailable' });
  });

  // billing 8.5
  it('are broken off where the provider breaks off, and never end as if they were whole', async () => {
    billing.provider.file = { bytes: 4 * MIB, stopAfter: MIB };
    await expect(desk.get(`/invoices/${await anId()}/pdf`).buffer(true)).rejects.toThrow(
      /aborted|hang up|reset/i,
    );
  });

  // billing 8.5
  it('are read from the provider no faster than they are taken', async () => {
    let sent = 0;
    let isOver = false;
    billing.provider.file = {
      bytes: 200 * MIB,
      onChunk: (bytes) => void (sent = bytes),
      onEnd: () => void (isOver = true),
    };
    const { hostname, port } = new URL(test.baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    const headers = Object.entries(desk.admin).map(([name, value]) => `${name}: ${value}\r\n`);
    const path = `/v1/billing/invoices/${await anId()}/pdf?client_id=${desk.tenant.clientId}`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${headers.join('')}\r\n`);
    // The first bytes have arrived and are not read. The buffers fill up, and the transfer stops.
    await once(socket, 'readable');
    let before = -1;
    const hasStopped = (): boolean => {
      const isSame = sent > 0 && sent === before;
      before = sent;
      return isSame;
    };
    await expect.poll(hasStopped, { interval: 300 }).toBe(true);
    expect(sent).toBeLessThan(24 * MIB);
    // The client disconnects, and the provider does not have to send the rest.
    socket.destroy();
    await expect.poll(() => isOver).toBe(true);
    expect(sent).toBeLessThan(24 * MIB);
  });

  // billing 8.1
  it('are none of a client that is no customer of the provider', async () => {
    const other = await aBillingFixture(test, billing.provider);
    await test.world.sql(`UPDATE billing_plans SET provider_customer_id = NULL WHERE client_id = $1`, [
      other.tenant.clientId,
    ]);
    expect(await page({}, other)).toEqual({ invoices: [] });
  });

  // billing 8.3
  it('keep their ids when many ask for new ones at once', async () => {
    const other = await aBillingFixture(test, billing.provider);
    for (let i = 0; i < 30; i += 1) addInvoice(billing.provider.state, other.ids.customerId, NOW);
    const pages = await Promise.all(Array.from({ length: 8 }, () => page({ page_size: 50 }, other)));
    const ids = pages.map(({ invoices }) => invoices.map((it) => it['invoice_id']));
    expect(new Set(ids[0]).size).toBe(30);
    for (const list of ids) expect(list).toEqual(ids[0]);
  });
});
