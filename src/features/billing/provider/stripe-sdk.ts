import type Stripe from 'stripe';

let sdk: Promise<typeof Stripe> | undefined;

/** Stripe's SDK takes some 34 MB: it is loaded at its first use. */
export function stripeSdk(): Promise<typeof Stripe> {
  sdk ??= import('stripe').then((module) => module.default);
  return sdk;
}
