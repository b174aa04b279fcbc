import { Module } from '@nestjs/common';
import { BillingProvider } from './provider/billing-provider.js';
import { StripeProvider } from './provider/stripe-provider.js';
import { ProviderFactsReader } from './provider/provider-facts.service.js';

/** The billing provider and its data about a client. */
@Module({
  providers: [{ provide: BillingProvider, useClass: StripeProvider }, ProviderFactsReader],
  exports: [BillingProvider, ProviderFactsReader],
})
export class BillingProviderModule {}
