import { errorEntry } from '../../core/shared/catalogue.js';

/** Errors of account exports (errors 3.15). */
export const ACCOUNT_EXPORT_ERRORS = {
  rateLimited: errorEntry(
    'export_rate_limited',
    429,
    'You can start 3 account exports in 24 hours, and your client can start 10. Retry after the time in Retry-After.',
  ),
  notReady: errorEntry(
    'export_not_ready',
    409,
    'The export has no file to download. Read its status; start a new export if it failed or has expired.',
  ),
  badRange: errorEntry(
    'range_not_satisfiable',
    416,
    'The file ends before the range begins. Content-Range gives its size in bytes.',
  ),
};
