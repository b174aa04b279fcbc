import { describe, expect, it } from 'vitest';
import { BillingProvider } from '../../../src/features/billing/provider/billing-provider.js';
import { addInvoice } from '../../../tools/dev/billing/billing-accounts.ts';
import { perTest } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { aBillingFixture, NOW, useBilling } from './billing-fixture.js';

describe('answers of the billing provider that cannot be read', () => {
  const billing = useBilling(new TestClock(NOW));
  const desk = perTest(() => aBillingFixture(billing.test, billing.provider));

  // billing 11.2
  it.each([
    ...['5', 'true', '"text"', 'null', '{}', '[]', '{"object":'].map((body) => [body, body]),
    [
      '9 MiB of an invoice',
      `{"object":"list","data":[],"has_more":false,"x":"${'x'.repeat(9 * 1024 * 1024)}"}`,
    ],
  ])('are unavailable: %s', async (_, body = '') => {
    billing.provider.fault = { path: /./, how: { status: 200, body } };
    try {
      for (const response of [
        await desk.get('/invoices'),
        await desk.post('/portal-session', { return_to: '/billing' }),
        await desk.post('/invoice-recipients/unmask'),
      ])
        expect(response).toMatchObject({ status: 503, body: { code: 'billing_provider_unavailable' } });
      await desk.get('/overview').expect(200);
    } finally {
      billing.provider.fault = null;
    }
  });

  // Fails if the limit covers only silence, which each interim response restarts. billing 11.2
  it('are unavailable where they never come, though the provider is not silent', async () => {
    billing.provider.fault = { path: /./, how: 'drip' };
    try {
      const asked = await Promise.all([desk.get('/invoices'), desk.post('/invoice-recipients/unmask')]);
      for (const response of asked)
        expect(response).toMatchObject({ status: 503, body: { code: 'billing_provider_unavailable' } });
      await desk.get('/overview').expect(200);
    } finally {
      billing.provider.fault = null;
    }
  });

  // Fails if its pages are read for as long as it claims that there are more. billing 11.2
  it('report no usage if they never end', async () => {
    const summary = { id: 'mtrusg_1', object: 'billing.meter_event_summary', aggregated_value: 1 };
    const body = JSON.stringify({ object: 'list', url: '/v1/x', data: [summary], has_more: true });
    billing.provider.fault = { path: /event_summaries/, how: { status: 200, body } };
    try {
      const provider = billing.test.app.get(BillingProvider, { strict: false });
      const query = {
        customerId: desk.ids.customerId,
        providerMeterId: desk.ids.minutes.meterId,
        from: NOW,
        to: NOW,
      };
      await expect(provider.usage(query)).rejects.toMatchObject({ entry: { status: 503 } });
    } finally {
      billing.provider.fault = null;
    }
  });

  // billing 11.1
  it.each([
    ['Thu, 01 Jan 2026 00:01:30 GMT', '90'],
    ['Wed, 31 Dec 2025 23:59:00 GMT', undefined],
    ['soon', undefined],
  ])('report the wait of a Retry-After of %s', async (retryAfter, told) => {
    const headers = { 'retry-after': retryAfter, date: 'Thu, 01 Jan 2026 00:00:00 GMT' };
    const body = JSON.stringify({ error: { type: 'rate_limit_error' } });
    billing.provider.fault = { path: /./, how: { status: 429, headers, body } };
    try {
      const response = await desk.get('/invoices').expect(429);
      expect(response.headers['retry-after']).toBe(told);
    } finally {
      billing.provider.fault = null;
    }
  });

  // billing 11.2
  it('open no portal of another customer', async () => {
    const other = await aBillingFixture(billing.test, billing.provider);
    const session = {
      id: 'bps_1',
      object: 'billing_portal.session',
      customer: other.ids.customerId,
      url: `http://${billing.provider.host}/portal/bps_1`,
      created: Math.floor(NOW.getTime() / 1000),
    };
    billing.provider.fault = { path: /sessions/, how: { status: 200, body: JSON.stringify(session) } };
    try {
      const response = await desk.post('/portal-session', { return_to: '/billing' });
      expect(response).toMatchObject({ status: 503, body: { code: 'billing_provider_unavailable' } });
      expect(response.text).not.toContain('bps_1');
    } finally {
      billing.provider.fault = null;
    }
  });

  // billing 11.2
  it('hold no invoice of another customer', async () => {
    const other = await aBillingFixture(billing.test, billing.provider);
    addInvoice(billing.provider.state, other.ids.customerId, NOW);
    const invoice = billing.provider.state.invoices[0];
    const body = JSON.stringify({ object: 'list', data: [invoice], has_more: false });
    billing.provider.fault = { path: /invoices/, how: { status: 200, body } };
    try {
      await desk.get('/invoices').expect(503);
    } finally {
      billing.provider.fault = null;
    }
  });

  // billing 8.5
  it('open no file of another customer', async () => {
    addInvoice(billing.provider.state, desk.ids.customerId, NOW);
    const listed = await desk.get('/invoices').expect(200);
    const [{ invoice_id: id }] = (listed.body as { invoices: [{ invoice_id: string }] }).invoices;
    await desk.get(`/invoices/${id}/pdf`).expect(200);
    const other = await aBillingFixture(billing.test, billing.provider);
    const invoice = { ...billing.provider.state.invoices[0], customer: other.ids.customerId };
    billing.provider.fault = { path: /invoices/, how: { status: 200, body: JSON.stringify(invoice) } };
    try {
      await desk.get(`/invoices/${id}/pdf`).expect(404);
    } finally {
      billing.provider.fault = null;
    }
  });
});
