import type { AuthContext } from '../core/shared/auth-context.js';
import { readIsoDate } from '../core/time/iso-date-time.policy.js';
import type { BillingConfiguration } from '../features/billing/configuration/billing-configuration.js';
import {
  ADJUSTMENT_TYPES,
  PROMOTION_SUB_TYPES,
} from '../features/billing/rules/charges/adjustments.policy.js';
import { DISCOUNT_TYPES } from '../features/billing/rules/charges/discounts.policy.js';
import { isCurrency } from '../features/billing/rules/charges/money.policy.js';
import { METERS, type MeterId } from '../features/billing/rules/charges/usage-charges.policy.js';
import { BillingSetup } from '../features/billing/setup/billing-setup.service.js';
import { CLIENT, knownClient, NAME } from './client-options.js';
import { matching, oneOf, operation, type Check, type CommandContext } from './options.js';

// Fifteen digits are exact as a number.
const AMOUNT = matching(/^\d{1,15}$/, 'must be a whole number of minor units, such as 24900 for 249.00');
const COUNT = matching(/^\d{1,15}$/, 'must be a whole number');
const AT_PROVIDER = matching(/^[A-Za-z0-9_-]{1,128}$/, 'must be an id of the billing provider');
const DAY: Check = (value) => (readIsoDate(value) === null ? 'must be a date, such as 2026-11-01' : null);
const NUMBER = matching(/^[1-9]\d{0,8}$/, 'must be a number, as shown by billing');

const TERM = { from: { check: DAY }, until: { check: DAY, fallback: null } } as const;
const ENDED = { ...CLIENT, id: { check: NUMBER }, until: { check: DAY } } as const;

/** Operators' commands for agreements with a client about money. */
export const BILLING_OPERATIONS = {
  billing: operation({
    usage: `\
billing      shows the agreement with a client
  --client ID  [--env ENV]`,
    options: CLIENT,
    run: async (values, context) => {
      const found = await openBilling(values, context);
      if (found === null) return false;
      for (const line of linesOf(found.configuration)) context.result(line);
      return true;
    },
  }),

  'billing-plan': operation({
    usage: `\
billing-plan  sets or replaces a client's plan
  --client ID  --name TEXT  --currency CODE  --fee AMOUNT  [--env ENV]
  --fee AMOUNT              the monthly fee in minor units: 24900 for 249.00
  --customer ID  --subscription ID  --foundation-price ID
                            the client, its subscription and the price of its fee at the billing provider`,
    options: {
      ...CLIENT,
      name: { check: NAME },
      currency: {
        check: (value) => (isCurrency(value) ? null : 'must be an ISO 4217 code in capitals, such as AUD'),
      },
      fee: { check: AMOUNT },
      customer: { check: AT_PROVIDER, fallback: null },
      subscription: { check: AT_PROVIDER, fallback: null },
      'foundation-price': { check: AT_PROVIDER, fallback: null },
    },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const isSet = await (
        await setupOf(context)
      ).setPlan(auth, {
        planName: values.name,
        currency: values.currency,
        monthlyFee: Number(values.fee),
        providerCustomerId: values.customer,
        providerSubscriptionId: values.subscription,
        foundationPriceId: values['foundation-price'],
      });
      context.say(
        isSet
          ? `The plan of ${auth.clientId} in ${auth.dataEnv} is set`
          : `Nothing was changed: another client or environment uses the customer ${values.customer}.`,
      );
      return isSet;
    },
  }),

  'billing-meter': operation({
    usage: `\
billing-meter  sets or replaces a meter of a client's plan
  --client ID  --meter METER  --included COUNT  --rate AMOUNT  --state STATE  [--env ENV]
  --meter METER             ${METERS.join(' or ')}
  --rate AMOUNT             per unit above the included ones, in minor units
  --state STATE             active or inactive
  --price ID  --provider-meter ID  --event-name NAME
                            its price, its meter and the name of the meter's events at the billing provider`,
    options: {
      ...CLIENT,
      meter: { check: oneOf(METERS) },
      included: { check: COUNT },
      rate: { check: AMOUNT },
      state: { check: oneOf(['active', 'inactive']) },
      price: { check: AT_PROVIDER },
      'provider-meter': { check: AT_PROVIDER },
      'event-name': { check: AT_PROVIDER },
    },
    run: async (values, context) => {
      const found = await openBilling(values, context);
      if (found === null) return false;
      await found.setup.setMeter(found.auth, {
        meterId: values.meter as MeterId,
        includedUnits: Number(values.included),
        unitRate: Number(values.rate),
        isActive: values.state === 'active',
        providerPriceId: values.price,
        providerMeterId: values['provider-meter'],
        providerEventName: values['event-name'],
      });
      context.say(`The meter ${values.meter} of ${found.auth.clientId} in ${found.auth.dataEnv} is set`);
      return true;
    },
  }),

  'billing-evidence': operation({
    usage: `\
billing-evidence  switches charging by usage on or off for a client; off: only the fixed fee is charged
  --client ID  --state STATE  [--env ENV]
  --state STATE             on or off`,
    options: { ...CLIENT, state: { check: oneOf(['on', 'off']) } },
    run: async (values, context) => {
      const found = await openBilling(values, context);
      if (found === null) return false;
      await found.setup.setEvidence(found.auth, values.state === 'on');
      context.say(`Charging by usage is ${values.state} for ${found.auth.clientId} in ${found.auth.dataEnv}`);
      return true;
    },
  }),

  'billing-reconcile': operation({
    usage: `\
billing-reconcile  makes the worker compare a client's usage with the stored totals and the billing provider's count
  --client ID  [--env ENV]`,
    options: CLIENT,
    run: async (values, context) => {
      const found = await openBilling(values, context);
      if (found === null) return false;
      await found.setup.wantReconciliation(found.auth);
      context.say(
        `Totals of ${found.auth.clientId} in ${found.auth.dataEnv} are compared within five minutes; GET ` +
          '/v1/billing/metered/reconciliation-records shows them',
      );
      return true;
    },
  }),

  'add-discount': operation({
    usage: `\
add-discount  reduces a client's monthly fee
  --client ID  --type TYPE  --value VALUE  --from DAY  --description TEXT  [--until DAY]  [--env ENV]
  --type TYPE               ${DISCOUNT_TYPES.join(' or ')}
  --value VALUE             whole percent, or minor units of the plan's currency
  --from DAY, --until DAY   the first and the last day, in the client's time zone`,
    options: {
      ...CLIENT,
      ...TERM,
      type: { check: oneOf(DISCOUNT_TYPES) },
      value: { check: COUNT },
      description: { check: NAME },
    },
    run: async (values, context) => {
      const found = await openBilling(values, context);
      if (found === null || !isTerm(values, context)) return false;
      const { type, value, description, from, until } = values;
      if (type === 'percentage_monthly_fee' && Number(value) > 100) {
        context.say('Nothing was changed: --value of a percentage is 0 to 100.');
        return false;
      }
      const wanted = { discountType: type, discountValue: Number(value), description, from, until };
      const id = await found.setup.addDiscount(found.auth, found.configuration.plan.currency, wanted);
      context.say(`Discount ${id} of ${found.auth.clientId} in ${found.auth.dataEnv} is added`);
      return true;
    },
  }),

  'end-discount': operation({
    usage: `\
end-discount  sets the last day of a discount
  --client ID  --id NUMBER  --until DAY  [--env ENV]`,
    options: ENDED,
    run: (values, context) => end('discount', values, context),
  }),

  'add-adjustment': operation({
    usage: `\
add-adjustment  changes a client's monthly fee after discounts
  --client ID  --type TYPE  --amount AMOUNT  --from DAY  --reason TEXT  [--until DAY]  [--env ENV]
  --type TYPE               ${ADJUSTMENT_TYPES.join(', ')}
  --sub-type TYPE           of a promotion: ${PROMOTION_SUB_TYPES.join(' or ')}`,
    options: {
      ...CLIENT,
      ...TERM,
      type: { check: oneOf(ADJUSTMENT_TYPES) },
      'sub-type': { check: oneOf(PROMOTION_SUB_TYPES), fallback: null },
      amount: { check: AMOUNT },
      reason: { check: NAME },
    },
    run: async (values, context) => {
      const found = await openBilling(values, context);
      if (found === null || !isTerm(values, context)) return false;
      const { type, 'sub-type': subType, amount, reason, from, until } = values;
      if ((type === 'promotion') !== (subType !== null)) {
        context.say('Nothing was changed: --sub-type is only for a promotion.');
        return false;
      }
      const wanted = {
        adjustmentType: type,
        promotionSubType: subType,
        amount: Number(amount),
        reason,
        from,
        until,
      };
      const id = await found.setup.addAdjustment(found.auth, found.configuration.plan.currency, wanted);
      context.say(`Adjustment ${id} of ${found.auth.clientId} in ${found.auth.dataEnv} is added`);
      return true;
    },
  }),

  'end-adjustment': operation({
    usage: `\
end-adjustment  sets the last day of an adjustment
  --client ID  --id NUMBER  --until DAY  [--env ENV]`,
    options: ENDED,
    run: (values, context) => end('adjustment', values, context),
  }),
};

const setupOf = async ({ app }: CommandContext): Promise<BillingSetup> =>
  (await app()).get(BillingSetup, { strict: false });

/** The client and its agreement; null, after a message, without such a client or plan. */
async function openBilling(
  values: { client: string; env: string },
  context: CommandContext,
): Promise<{ auth: AuthContext; setup: BillingSetup; configuration: BillingConfiguration } | null> {
  const auth = await knownClient(values, context);
  if (auth === null) return null;
  const setup = await setupOf(context);
  const configuration = await setup.show(auth);
  if (configuration !== null) return { auth, setup, configuration };
  context.say(`${auth.clientId} has no plan in ${auth.dataEnv}; billing-plan sets one.`);
  return null;
}

function isTerm({ from, until }: { from: string; until: string | null }, { say }: CommandContext): boolean {
  if (until === null || from <= until) return true;
  say('Nothing was changed: --until is before --from.');
  return false;
}

async function end(
  what: 'discount' | 'adjustment',
  values: { client: string; env: string; id: string; until: string },
  context: CommandContext,
): Promise<boolean> {
  const found = await openBilling(values, context);
  if (found === null) return false;
  const isEnded = await found.setup.end(found.auth, what, Number(values.id), values.until);
  context.say(
    isEnded
      ? `The last day of ${what} ${values.id} is ${values.until}`
      : `Nothing was changed: ${found.auth.clientId} has no ${what} ${values.id} that begins by then; ` +
          'billing shows them.',
  );
  return isEnded;
}

function linesOf({ plan, timezone, discounts, adjustments, isActivated }: BillingConfiguration): string[] {
  const until = (day: string | null): string => (day === null ? '' : ` until ${day}`);
  return [
    `plan ${plan.planName}: ${plan.monthlyFee} ${plan.currency} a month, days of ${timezone}`,
    `at the provider: customer ${plan.providerCustomerId ?? 'none'}, subscription ` +
      `${plan.providerSubscriptionId ?? 'none'}, price of the fee ${plan.foundationPriceId ?? 'none'}`,
    `charging by usage: ${isActivated ? 'on' : 'off'}`,
    ...plan.meters.map(
      (it) =>
        `meter ${it.meterId}: ${it.isActive ? 'active' : 'inactive'}, ${it.includedUnits} included, then ` +
        `${it.unitRate} each; price ${it.providerPriceId}, meter ${it.providerMeterId}, events ` +
        `${it.providerEventName}`,
    ),
    ...discounts.map(
      (it) =>
        `discount ${it.discountId}: ${it.discountType} ${it.discountValue} ${it.currency} from ` +
        `${it.startDate}${until(it.endDate)}  ${it.description}`,
    ),
    ...adjustments.map(
      (it) =>
        `adjustment ${it.id}: ` +
        `${[it.adjustmentType, it.promotionSubType].filter((kind) => kind !== null).join('/')} ` +
        `${it.amount} ${it.currency} from ${it.startDate}${until(it.endDate)}  ${it.reason}`,
    ),
  ];
}
