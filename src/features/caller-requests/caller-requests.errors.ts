import { errorEntry } from '../../core/shared/catalogue.js';

/** Errors of caller requests (errors 3.6). */
export const CALLER_REQUEST_ERRORS = {
  hmacUnavailable: errorEntry(
    'caller_identifier_hmac_unavailable',
    503,
    'The identifier cannot be protected at the moment, so nothing was stored. Send the request again shortly.',
    'warn',
  ),
  unavailable: errorEntry(
    'caller_requests_unavailable',
    503,
    'Caller requests cannot be reached at the moment. Retry shortly.',
    'warn',
  ),
};
