import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { SETTINGS, settingsOf, type Settings } from '../../../config/settings.js';
import { LoggableError, notFound } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import type { ProviderSubscription } from '../rules/provider-facts.js';
import { BILLING_SETTINGS } from '../billing.settings.js';
import { BillingProvider } from './billing-provider.js';
import type {
  InvoicePage,
  InvoiceQuery,
  ProviderEvent,
  ProviderInvoice,
  ProviderRecipient,
  UsageQuery,
  UsageReport,
} from './billing-provider.js';
import { faultOf, isMissing, isRefusal, isRepetition, ProviderRefusedError } from './provider-faults.js';
import { openFile } from './stripe-files.js';
import {
  toEvent,
  toInvoices,
  toInvoice,
  toPortal,
  toRecipients,
  toSubscription,
} from './stripe-mapping.policy.js';
import { boundedClient } from './stripe-answers.js';
import { stripeSdk } from './stripe-sdk.js';

/** The version that the mapping was written for; the account's default version may change. */
const API_VERSION = '2026-10-28.endive';

// Stripe's API answers within tenths of a second, and a portal user waits only a few seconds.
const ANSWER_MS = 4_000;

// Stripe's recommendation: clocks differ, and an older event may be a replay by someone else.
const EVENT_SECONDS = 300;

const PAGE = 100;

/** A month has fewer hourly summaries; a longer list is an error of the provider. */
const MAX_SUMMARIES = 1_000;

/** Several active subscriptions are an error in the account, and two suffice to detect it. */
const MAX_SUBSCRIPTIONS = 10;

/**
 * Stripe through its own SDK. Nothing is retried automatically, except on a kept connection that
 * turns out to be closed: the caller decides, with the same key for a write.
 */
@Injectable()
export class StripeProvider extends BillingProvider {
  private readonly key: string | undefined;
  private readonly eventSecret: string | undefined;
  private readonly url: URL;
  private readonly hosts: readonly string[];
  private client?: Promise<Stripe>;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly clock: Clock,
  ) {
    super();
    const {
      BILLING_PROVIDER_KEY: key,
      BILLING_PROVIDER_EVENT_SECRET: eventSecret,
      BILLING_PROVIDER_URL: url,
      BILLING_PROVIDER_HOSTS: hosts,
    } = settingsOf(settings, BILLING_SETTINGS);
    this.hosts = hosts;
    this.key = key;
    this.eventSecret = eventSecret;
    this.url = new URL(url);
  }

  subscriptions(customerId: string): Promise<readonly ProviderSubscription[]> {
    return this.ask(async (stripe) => {
      const { data } = await stripe.subscriptions.list({ customer: customerId, limit: MAX_SUBSCRIPTIONS });
      // Expansion of a list does not reach the tiers of a price, so the relevant ones are read one
      // by one.
      const whole = data.map(async (subscription) =>
        subscription.status === 'active'
          ? stripe.subscriptions.retrieve(subscription.id, { expand: ['items.data.price.tiers'] })
          : subscription,
      );
      return (await Promise.all(whole)).map(toSubscription);
    });
  }

  invoices({ customerId, status, limit, after }: InvoiceQuery): Promise<InvoicePage> {
    return this.ask(async (stripe) => {
      const page = await stripe.invoices.list({
        customer: customerId,
        limit,
        ...(status === null ? {} : { status }),
        ...(after === null ? {} : { starting_after: after }),
      });
      return { invoices: toInvoices(page.data, customerId), hasMore: page.has_more };
    });
  }

  async invoice(providerInvoiceId: string): Promise<ProviderInvoice | null> {
    return this.ask(async (stripe) => toInvoice(await stripe.invoices.retrieve(providerInvoiceId)), null);
  }

  openFile(pdfUrl: string): Promise<Readable> {
    return openFile(pdfUrl, this.hosts).catch((error: unknown) => {
      throw faultOf(error);
    });
  }

  recipients(customerId: string): Promise<readonly ProviderRecipient[]> {
    return this.ask(async (stripe) => {
      return toRecipients(await stripe.customers.retrieve(customerId), customerId);
    }, []);
  }

  openPortal(customerId: string, returnUrl: string, key: string): Promise<{ url: string; createdAt: Date }> {
    return this.ask(async (stripe) => {
      const session = await stripe.billingPortal.sessions.create(
        { customer: customerId, return_url: returnUrl },
        { idempotencyKey: key },
      );
      return toPortal(session, customerId);
    });
  }

  async submitUsage({ customerId, eventName, identifier, quantity, at }: UsageReport): Promise<boolean> {
    const timestamp = Math.floor(at.getTime() / 1000);
    const event = { event_name: eventName, identifier, timestamp };
    const payload = { stripe_customer_id: customerId, value: quantity };
    return this.ask(async (stripe) => {
      try {
        const counted = await stripe.billing.meterEvents.create(
          { ...event, payload },
          { idempotencyKey: identifier },
        );
        if (counted.identifier !== identifier)
          throw new LoggableError(
            'The billing provider acknowledged a different meter event than the one sent.',
          );
        return true;
      } catch (error) {
        if (isRepetition(error)) return true;
        if (isRefusal(error)) return false;
        throw error;
      }
    });
  }

  usage({ customerId, providerMeterId, from, to }: UsageQuery): Promise<number> {
    const seconds = (instant: Date): number => instant.getTime() / 1000;
    const range = { customer: customerId, start_time: seconds(from), end_time: seconds(to), limit: PAGE };
    return this.ask(async (stripe) => {
      let total = 0;
      let summaries = 0;
      for await (const { aggregated_value: value } of stripe.billing.meters.listEventSummaries(
        providerMeterId,
        range,
      )) {
        if (++summaries > MAX_SUMMARIES)
          throw new LoggableError('The billing provider reports more usage than is possible.');
        total += value;
      }
      if (!Number.isSafeInteger(total))
        throw new LoggableError('The billing provider does not report whole units.');
      return total;
    });
  }

  async readEvent(bytes: Buffer, signature: string): Promise<ProviderEvent | null> {
    if (this.eventSecret === undefined) throw notFound();
    const { webhooks } = await stripeSdk();
    try {
      const now = this.clock.now().getTime();
      const event = webhooks.constructEvent(
        bytes,
        signature,
        this.eventSecret,
        EVENT_SECONDS,
        undefined,
        now,
      );
      if (isSignedAhead(signature, now)) return null;
      const change = toEvent(event);
      // Otherwise it would count as the newest change, and every later one as outdated.
      return isAhead(change.happenedAt.getTime() / 1000, now) ? null : change;
    } catch {
      return null;
    }
  }

  async check(): Promise<void> {
    await this.ask((stripe) => stripe.subscriptions.list({ limit: 1 }));
  }

  /**
   * @param missing the result if the provider has no such object; without this parameter, a missing
   *   object is an ordinary failure
   */
  private async ask<T>(work: (stripe: Stripe) => Promise<T>, missing?: T): Promise<T> {
    try {
      if (this.key === undefined) throw new ProviderRefusedError('BILLING_PROVIDER_KEY is not set.');
      this.client ??= clientOf(this.key, this.url);
      return await work(await this.client);
    } catch (error) {
      if (missing !== undefined && isMissing(error)) return missing;
      throw faultOf(error);
    }
  }
}

// The SDK only refuses old signatures (billing 11.4). It reads the last timestamp in the header.
function isSignedAhead(signature: string, now: number): boolean {
  const times = signature.split(',').filter((it) => it.startsWith('t='));
  return isAhead(Number.parseInt(times.at(-1)?.slice(2) ?? '', 10), now);
}

const isAhead = (seconds: number, now: number): boolean => seconds > now / 1000 + EVENT_SECONDS;

async function clientOf(key: string, { protocol, hostname, port }: URL): Promise<Stripe> {
  const Sdk = await stripeSdk();
  return new Sdk(key, {
    httpClient: boundedClient(Sdk, ANSWER_MS),
    apiVersion: API_VERSION,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    timeout: ANSWER_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
