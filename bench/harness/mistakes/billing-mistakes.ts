import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { InvoicePdfService } from '#app/features/billing/invoices/invoice-pdf.service.js';
import { BillingProvider } from '#app/features/billing/provider/billing-provider.js';
import { ProviderFactsReader } from '#app/features/billing/provider/provider-facts.service.js';

/** The real provider is not on loopback: its API answers in tenths of a second. */
const AWAY_MS = 100;

/** Deliberate mistakes that must make the billing rows fail. */
export const BILLING_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Caches no answer of the provider. */
  'provider-asked-each-time': (app) => {
    const provider = app.get(BillingProvider);
    app.get(ProviderFactsReader).of = async (customerId: string) => {
      const query = { customerId, status: null, limit: 100, after: null };
      const [subscriptions, { invoices }] = await Promise.all([
        provider.subscriptions(customerId),
        provider.invoices(query),
        delay(AWAY_MS),
      ]);
      return { readAt: new Date(), subscriptions, invoices };
    };
  },

  /** Waits for the whole file before it sends any of it. */
  'pdf-in-memory': (app) => {
    const service = app.get(InvoicePdfService);
    const whole = service.open.bind(service);
    service.open = async (...asked: Parameters<typeof whole>) => {
      const file = await whole(...asked);
      return { ...file, content: Readable.from([await buffer(file.content)]) };
    };
  },
};
