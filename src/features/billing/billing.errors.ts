import { errorEntry } from '../../core/shared/catalogue.js';

/** Errors of billing (errors 3.9). */
export const BILLING_ERRORS = {
  providerRateLimited: errorEntry(
    'billing_provider_rate_limited',
    429,
    'Too many requests to the billing provider. Retry after the time in Retry-After, or after one minute if that header is absent.',
    'warn',
  ),
  providerUnavailable: errorEntry(
    'billing_provider_unavailable',
    503,
    'The billing provider cannot be reached at the moment. Retry shortly.',
    'warn',
  ),
};
