import { CATALOGUE, errorEntry } from '../../core/shared/catalogue.js';
import { PlatformError } from '../../core/shared/platform-error.js';

export const SUPPORT_ERRORS = {
  limitReached: {
    ...errorEntry(
      'rate_limit_exceeded',
      429,
      'You have done this too often in the last minute. Retry after the time in Retry-After.',
    ),
    nestsDetails: true,
  },
  notRedactable: errorEntry(
    'support_not_redactable',
    409,
    'An author may redact a comment for 15 minutes. Ask an administrator of the client or our staff.',
  ),
  tooManyCalls: errorEntry(
    'support_too_many_calls',
    409,
    'A ticket has at most 50 calls. Detach some, or open another ticket.',
  ),
  tooManyRecipients: errorEntry(
    'support_too_many_recipients',
    409,
    'A ticket has at most 20 recipients. Remove one first.',
  ),
} as const;

/** The error 409 for a change that the contract's table does not contain (support 3.3). */
export const notMovable = (): PlatformError =>
  new PlatformError(CATALOGUE.conflict, {
    message: 'The ticket cannot get this status from its current one. Read it again.',
  });

/** The error 409 for a ticket that no longer accepts changes. */
export const ticketClosed = (): PlatformError =>
  new PlatformError(CATALOGUE.conflict, { message: 'The ticket is closed for good. Open a new one.' });
