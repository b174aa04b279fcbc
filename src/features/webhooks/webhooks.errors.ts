import { errorEntry } from '../../core/shared/catalogue.js';

/** Errors of webhooks (errors 3.8). */
export const WEBHOOK_ERRORS = {
  limit: errorEntry(
    'webhook_limit',
    409,
    'The project has reached its limit of webhooks. Delete one that is no longer needed.',
  ),
  disabled: errorEntry(
    'webhook_disabled',
    409,
    'The webhook is switched off. Switch it on first: PATCH with status active.',
  ),
};
