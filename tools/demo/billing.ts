import type { DataEnv } from '#app/core/shared/auth-context.js';
import { accountIds, addAccount, addInvoice, emptyState } from '../dev/billing/billing-accounts.ts';
import type { ProviderState } from '../dev/billing/billing-accounts.ts';
import type { DemoTenant } from './types.ts';

const CURRENCY = 'AUD';
const MONTHLY_FEE = 24_900;
/** Invoices of this many months, which are more than a page of two or three. */
const MONTHS = 7;
/** Above the numbers that operators' commands will assign in a demo. */
const FIRST_ID = 900_001;

/** All digits except the last; fixed, so that another start does not add an alert. */
const ALERT_ID = '0196a000-0000-7000-8000-00000000a1e';

type Pair = Pick<DemoTenant, 'clientId' | 'dataEnv'>;

/** The part of the provider's ids that distinguishes the demo's tenants. */
const nameOf = ({ clientId, dataEnv }: Pair): string => `${clientId}_${dataEnv}`.replaceAll('-', '_');

/** Days of usage that the current period always has, on any date. */
const DAYS_OF_USAGE = 10;

/**
 * When the current billing period began, or the period this many months earlier: on the first of
 * the month or, if that is too recent, on the 15th of the previous month.
 */
function periodStart(now: Date, months = 0): Date {
  const [month, day] =
    now.getUTCDate() > DAYS_OF_USAGE ? [now.getUTCMonth(), 1] : [now.getUTCMonth() - 1, 15];
  return new Date(Date.UTC(now.getUTCFullYear(), month - months, day));
}

/**
 * The data of the demo's clients at the local billing provider, which is the same at every start
 * within a period.
 */
export function demoProviderState(tenants: readonly Pair[], now: Date): ProviderState {
  const state = emptyState();
  for (const tenant of tenants) {
    const { customerId } = addAccount(state, {
      name: nameOf(tenant),
      ...tenant,
      email: `accounts@${tenant.clientId}.example.com`,
      contact: 'Accounts payable',
      currency: CURRENCY,
      monthlyFee: MONTHLY_FEE,
      periodStart: periodStart(now),
      periodEnd: periodStart(now, -1),
    });
    for (let months = MONTHS; months > 0; months -= 1) {
      addInvoice(state, customerId, periodStart(now, months - 1), {
        status: months === 1 ? 'open' : 'paid',
        total: MONTHLY_FEE + (months % 3) * 590,
        // The whole previous month, so that each day belongs to exactly one invoice.
        period_start: periodStart(now, months).getTime() / 1000,
        description: 'Calls and messages of the month before',
      });
    }
  }
  return state;
}

/**
 * The agreements of the demo's clients: the reference plan, and for one of them a discount, a
 * credit and usage thresholds.
 */
export function demoBillingRows(tenants: readonly Pair[], updatedAt: Date) {
  const acme = {
    clientId: 'acme-dental',
    dataEnv: 'prod' as DataEnv,
    currency: CURRENCY,
    createdAt: updatedAt,
  };
  const { clientId, dataEnv, createdAt } = acme;
  const meant = {
    clientId,
    dataEnv,
    meterId: 'minutes',
    projectId: null,
    action: 'notify',
    createdAt,
    updatedAt,
  };
  const term = { effectiveStartDate: '2026-01-01', effectiveEndDate: null };
  return {
    plans: tenants.map(({ clientId, dataEnv }) => {
      const ids = accountIds(nameOf({ clientId, dataEnv }));
      return {
        clientId,
        dataEnv,
        planName: 'Reference hybrid',
        currency: CURRENCY,
        monthlyFee: String(MONTHLY_FEE),
        providerCustomerId: ids.customerId,
        providerSubscriptionId: ids.subscriptionId,
        foundationPriceId: ids.foundationPriceId,
        evidenceSince: updatedAt,
        updatedAt,
      };
    }),
    meters: tenants.flatMap(({ clientId, dataEnv }) => {
      const { minutes, segments } = accountIds(nameOf({ clientId, dataEnv }));
      return [minutes, segments].map((meter) => ({
        clientId,
        dataEnv,
        meterId: meter === minutes ? 'minutes' : 'sms_segments',
        isActive: true,
        includedUnits: String(meter.included),
        unitRate: String(meter.rate),
        providerPriceId: meter.priceId,
        providerMeterId: meter.meterId,
        providerEventName: meter.eventName,
        // The whole period, like the analytics of these days.
        meteredFrom: periodStart(updatedAt),
        updatedAt,
      }));
    }),
    // A threshold that is soon reached, and one that is not.
    alerts: [
      { ...meant, alertId: `${ALERT_ID}1`, thresholdType: 'units', thresholdValue: '100' },
      { ...meant, alertId: `${ALERT_ID}2`, thresholdType: 'amount_cents', thresholdValue: '1000000' },
    ],
    discounts: [
      {
        ...acme,
        ...term,
        discountId: FIRST_ID,
        discountType: 'percentage_monthly_fee',
        discountValue: '10',
        description: 'First year',
      },
    ],
    adjustments: [
      {
        ...acme,
        ...term,
        adjustmentId: FIRST_ID,
        adjustmentType: 'credit',
        promotionSubType: null,
        amount: '1500',
        reason: 'Moved from another provider',
      },
    ],
  };
}
