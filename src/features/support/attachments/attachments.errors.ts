import { errorEntry } from '../../../core/shared/catalogue.js';

/** Errors of attachments (errors 3.20). */
export const ATTACHMENT_ERRORS = {
  unavailable: errorEntry(
    'attachments_unavailable',
    503,
    'Files are not accepted now, because they cannot be scanned. Retry after the time in Retry-After.',
    'warn',
  ),
  limitReached: errorEntry(
    'attachment_limit_reached',
    409,
    'The ticket or the comment accepts no further file. block_reason says which limit is reached.',
  ),
} as const;

/** A scanner that restarts is back within this time. */
export const SCANNER_RETRY_SECONDS = 30;
