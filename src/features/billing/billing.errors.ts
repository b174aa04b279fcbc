import { errorEntry } from '../../core/shared/catalogue.js';

/** Errors of billing (errors 3.9). */
export const BILLING_ERRORS = {
  providerRateLimited: errorEntry(
    'billing_provider_rate_limited',
    429,
    'The billing provider is asked too often. Wait as long as Retry-After says; without it, a minute.',
    'warn',
  ),
  providerUnavailable: errorEntry(
    'billing_provider_unavailable',
    503,
    'The billing provider cannot be reached at the moment. Retry shortly.',
    'warn',
  ),
};
