import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, show, type Answers } from '../../testing/show';
import { BillingPage } from './BillingPage';

const billing = {
  client_id: 'client-a',
  plan_name: 'Reference hybrid',
  billing_period_start: '2026-11-01T00:00:00.000Z',
  billing_period_end: '2026-12-01T00:00:00.000Z',
  currency: 'AUD',
  monthly_fee_amount: 249,
  chargeability: 'hybrid',
  chargeability_status: 'available',
  usage_status: 'available',
  metered_from_utc: '2026-11-25T10:00:00.000Z',
  invoice_status: 'overdue',
  next_invoice_date: '2026-12-01',
  last_invoice_total: 249,
  active_discounts: [],
  active_adjustments: [],
  discount_calculation_available: true,
  adjustment_calculation_available: true,
  metered_usage_lines: [
    {
      meter_id: 'minutes',
      total_quantity: 503,
      included_units: 500,
      overage_units: 3,
      per_unit_rate_cents: 59,
      estimated_charges_cents: 177,
      currency: 'AUD',
      usage_freshness_utc: '2026-11-27T10:00:00.000Z',
      usage_stale: false,
      stale_reason: 'none',
      attribution_status: 'unavailable',
      by_project: [],
    },
  ],
};
const invoice = (number: string, due: string, month: number) => ({
  invoice_id: number,
  number,
  status: 'open',
  period_start: new Date(Date.UTC(2026, month)).toISOString(),
  period_end: new Date(Date.UTC(2026, month + 1)).toISOString(),
  issued_at: null,
  due_date: due,
  total_amount: 249,
  amount_remaining: 249,
  currency: 'AUD',
  pdf_available: false,
});
const answers: Answers = {
  'GET /billing/overview': { billing },
  'GET /billing/invoices': {
    invoices: [invoice('INV-2', '2099-01-01T00:00:00Z', 9), invoice('INV-1', '2026-01-01T00:00:00Z', 8)],
  },
  'GET /billing/usage-alerts': {
    usage_alerts: [
      {
        alert_id: 'a',
        meter_id: 'minutes',
        project_id: null,
        threshold_type: 'amount_cents',
        threshold_value: 200_000,
        action: 'notify',
        is_capping: false,
        last_reached: null,
      },
    ],
  },
  'PATCH /billing/usage-alerts/a': {},
};
const rowOf = async (text: string) => within((await screen.findByText(text)).closest('tr')!);

describe('the page of charges', () => {
  const session = aSession({ 'client-a': 'client_admin' }, ['listUsageAlerts']);
  const shown = () => show(<BillingPage />, { at: '/billing?zone=UTC', session, answers });

  it('says what its minutes are beside those of calls, and from when they count', async () => {
    shown();
    await screen.findByText(/the minutes of each call, rounded up\. Analytics shows durations/);
    const since = await screen.findByText(/is counted from this time/);
    within(since).getByText(/Nov 25, 2026/);
  });

  it('shows an open invoice past its due date as overdue', async () => {
    shown();
    (await rowOf('INV-1')).getByText('Overdue');
    (await rowOf('INV-2')).getByText('Open');
  });

  it('has no day in two periods', async () => {
    shown();
    (await rowOf('INV-1')).getByText('Sep 30, 2026');
    (await rowOf('INV-2')).getByText('Oct 1, 2026');
  });

  it('shows a threshold of charges as money, and takes it so', async () => {
    const { user, asked } = shown();
    const row = await rowOf('Charges of A$2,000.00');
    await user.click(row.getByRole('button', { name: 'Change' }));
    const amount = await screen.findByLabelText(/Amount in AUD/);
    expect(amount).toHaveProperty('value', '2000');
    await user.clear(amount);
    await user.type(amount, '12.5');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The usage alert is saved.');
    expect(asked.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ threshold_value: 1250 });
  });
});
