import { errorEntry } from '../../core/shared/catalogue.js';

/** Errors of allowlists (errors 3.13). */
export const IP_ALLOWLIST_ERRORS = {
  excludesCaller: errorEntry(
    'allowlist_excludes_caller',
    409,
    'This list does not contain your own address, so you could not undo it. Add caller_address, or send force: true.',
  ),
};
