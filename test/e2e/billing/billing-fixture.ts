import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { afterAll, beforeAll } from 'vitest';
import type { Settings } from '../../../src/config/settings.js';
import { accountIds, addAccount } from '../../../tools/dev/billing/billing-accounts.ts';
import type { AccountIds } from '../../../tools/dev/billing/billing-accounts.ts';
import { startBillingProvider } from '../../../tools/dev/billing/billing-provider.ts';
import type { LocalBillingProvider } from '../../../tools/dev/billing/billing-provider.ts';
import type { MailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import type { TestClock } from '../../support/test-clock.js';
import { bearerToken } from '../../support/tokens.js';
import { bearer } from '../access/callers.js';

const DAY = 86_400_000;
/** Tokens depend on the machine's time, so the clocks of these tests start at the current time. */
export const NOW = new Date(Math.floor(Date.now() / 1000) * 1000);
export const daysFromNow = (days: number): Date => new Date(NOW.getTime() + days * DAY);
export const PERIOD = { start: daysFromNow(-17), end: daysFromNow(13) };

/** A session that does not expire when the clock moves. */
export const lasting = ({ subject }: TestUser): Record<string, string> =>
  bearer(bearerToken(subject, { claims: { exp: Math.floor(Date.now() / 1000) + 86_000 } }));

/** Settings of a process that uses the local billing provider. */
export const billedBy =
  ({ key, url, host }: LocalBillingProvider) =>
  (settings: Settings): Settings => ({
    ...settings,
    features: {
      ...settings.features,
      BILLING_PROVIDER_KEY: key,
      BILLING_PROVIDER_URL: url,
      BILLING_PROVIDER_HOSTS: [host],
      BILLING_RETURN_URL: 'https://portal.example.com',
    },
  });

interface Billing {
  readonly test: TestApp;
  readonly provider: LocalBillingProvider;
}

/** The application under test, and the billing provider that it queries. */
export function useBilling(
  clock?: TestClock,
  adjusted: (settings: Settings) => Settings = (settings) => settings,
): Billing {
  let provider: LocalBillingProvider;
  beforeAll(async () => {
    provider = await startBillingProvider(clock && { now: () => clock.now() });
  });
  afterAll(() => provider.stop());
  const test = useTestApp({
    ...(clock && { clock }),
    settings: (settings) => adjusted(billedBy(provider)(settings)),
  });
  return {
    test,
    get provider() {
      return provider;
    },
  };
}

/** Settings of a process that sends mail to the local catcher. */
export const mailedBy =
  ({ url }: MailCatcher) =>
  (settings: Settings): Settings => ({
    ...settings,
    features: {
      ...settings.features,
      MAIL_SERVER_URL: { host: '127.0.0.1', port: Number(new URL(url).port), tls: 'none', login: null },
      MAIL_FROM: 'billing@platform.example',
    },
  });

/**
 * The reference plan of a tenant, with the ids of its account at the provider if it is a customer.
 */
export async function aPlan(
  test: Pick<TestApp, 'world'>,
  tenant: TestTenant,
  ids: AccountIds | null,
): Promise<void> {
  const { clientId, dataEnv } = tenant;
  await test.world.sql(
    `INSERT INTO billing_plans (client_id, data_env, plan_name, currency, monthly_fee, provider_customer_id,
                                provider_subscription_id, foundation_price_id, updated_at)
     VALUES ($1, $2, 'Reference hybrid', 'AUD', 24900, $3, $4, $5, now())`,
    [clientId, dataEnv, ids?.customerId, ids?.subscriptionId, ids?.foundationPriceId],
  );
  if (ids === null) return;
  for (const [meterId, meter] of [
    ['minutes', ids.minutes],
    ['sms_segments', ids.segments],
  ] as const) {
    await test.world.sql(
      `INSERT INTO billing_plan_meters (client_id, data_env, meter_id, is_active, included_units, unit_rate,
                                        provider_price_id, provider_meter_id, provider_event_name, updated_at)
       VALUES ($1, $2, $3, true, $4, $5, $6, $7, $8, now())`,
      [clientId, dataEnv, meterId, meter.included, meter.rate, meter.priceId, meter.meterId, meter.eventName],
    );
  }
}

type Headers = Readonly<Record<string, string>>;

/** A client with a plan, known to the provider as a customer, and its administrator. */
export class BillingFixture {
  constructor(
    private readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly ids: AccountIds,
    readonly admin: Readonly<Record<string, string>>,
    readonly staff: Readonly<Record<string, string>>,
  ) {}

  get(path: string, query: object = {}, headers = this.admin): Test {
    return this.test
      .request()
      .get(`/v1/billing${path}`)
      .set(headers)
      .query({ client_id: this.tenant.clientId, ...query });
  }

  /**
   * A change of usage alerts.
   * @param path appended to the path of the list
   */
  alerts(
    method: 'post' | 'patch' | 'delete',
    path: string,
    { body = {}, headers = this.admin, key }: { body?: object; headers?: Headers; key?: string } = {},
  ): Test {
    const named = { client_id: this.tenant.clientId };
    const request = this.test.request()[method](`/v1/billing/usage-alerts${path}`).set(headers);
    if (method === 'delete') return request.query(named);
    if (method === 'post') request.set('Idempotency-Key', key ?? randomUUID());
    return request.send({ ...named, ...body });
  }

  post(path: string, body: object = {}, headers = this.admin): Test {
    return this.test
      .request()
      .post(`/v1/billing${path}`)
      .set(headers)
      .send({ client_id: this.tenant.clientId, ...body });
  }

  /** Inserts a row into `billing_discounts`. */
  async discounted(type: string, value: number, from: string, until: string | null = null): Promise<void> {
    await this.test.world.sql(
      `INSERT INTO billing_discounts (client_id, data_env, discount_type, discount_value, currency,
              effective_start_date, effective_end_date, description, created_at)
       VALUES ($1, $2, $3, $4, 'AUD', $5, $6, 'First year', now())`,
      [this.tenant.clientId, this.tenant.dataEnv, type, value, from, until],
    );
  }

  /** Inserts a row into `billing_adjustments`. */
  async adjusted(type: string, subType: string | null, amount: number, from: string): Promise<void> {
    await this.test.world.sql(
      `INSERT INTO billing_adjustments (client_id, data_env, adjustment_type, promotion_sub_type, amount, currency,
              effective_start_date, reason, created_at)
       VALUES ($1, $2, $3, $4, $5, 'AUD', $6, 'As agreed', now())`,
      [this.tenant.clientId, this.tenant.dataEnv, type, subType, amount, from],
    );
  }
}

export const CONTACT = { email: 'jane.canary@dental.example', name: 'Jane Canary' };

export async function aBillingFixture(
  test: TestApp,
  provider: LocalBillingProvider,
): Promise<BillingFixture> {
  const tenant = await test.world.aTenant();
  const name = tenant.clientId.replaceAll('-', '');
  const ids = addAccount(provider.state, {
    name,
    ...tenant,
    email: CONTACT.email,
    contact: CONTACT.name,
    periodStart: PERIOD.start,
    periodEnd: PERIOD.end,
  });
  await aPlan(test, tenant, ids);
  const admin = await test.world.aUser(tenant, { role: 'client_admin' });
  const staff = await test.world.aUser(tenant, { role: 'service_operator' });
  return new BillingFixture(test, tenant, accountIds(name), lasting(admin), lasting(staff));
}
