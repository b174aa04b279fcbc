import { errorEntry } from '../../core/shared/catalogue.js';

export const BUSINESS_HOURS_ERRORS = {
  optionsRateLimited: {
    ...errorEntry(
      'business_hours_options_rate_limited',
      429,
      'Too many requests for the list of projects with business hours. Wait for the time in Retry-After.',
    ),
    waitInFieldErrors: true,
  },
};
