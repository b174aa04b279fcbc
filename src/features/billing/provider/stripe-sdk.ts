import type Stripe from 'stripe';

let sdk: Promise<typeof Stripe> | undefined;

/**
 * Stripe's SDK, loaded at its first use: it takes some 34 MB, which a process without billing does
 * not have to hold.
 */
export function stripeSdk(): Promise<typeof Stripe> {
  sdk ??= import('stripe').then((module) => module.default);
  return sdk;
}
