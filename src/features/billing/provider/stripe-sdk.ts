import type Stripe from 'stripe';

let sdk: Promise<typeof Stripe> | undefined;

/** Stripe's SDK takes about 34 MB, so it is loaded at its first use. */
export function stripeSdk(): Promise<typeof Stripe> {
  sdk ??= import('stripe').then((module) => module.default);
  return sdk;
}
