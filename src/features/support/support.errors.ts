import { errorEntry } from '../../core/shared/catalogue.js';

export const SUPPORT_ERRORS = {
  limitReached: {
    ...errorEntry(
      'rate_limit_exceeded',
      429,
      'You have done this too often in the last minute. Retry after the time in Retry-After.',
    ),
    nestsDetails: true,
  },
  notMovable: errorEntry(
    'conflict',
    409,
    'The ticket cannot get this status from its present one. Read it again.',
  ),
  notRedactable: errorEntry(
    'support_not_redactable',
    409,
    'An author may redact a comment for 15 minutes. Ask an administrator of the client or our staff.',
  ),
  closed: errorEntry('conflict', 409, 'The ticket is closed for good. Open a new one.'),
} as const;
