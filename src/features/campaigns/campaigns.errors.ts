import { errorEntry } from '../../core/shared/catalogue.js';

/** Errors of campaigns (errors 3.7). */
export const CAMPAIGN_ERRORS = {
  invalidState: errorEntry(
    'invalid_campaign_state',
    422,
    'The status of the campaign does not allow this. Read the campaign to see its status.',
  ),
  requestInProgress: errorEntry(
    'idempotency_request_in_progress',
    409,
    'A request with this idempotency key is still in progress. Repeat it after Retry-After.',
  ),
  callIdTaken: errorEntry(
    'call_id_taken',
    409,
    'Another dispatch has reported this call. Report the call of this dispatch, or omit call_id.',
  ),
};
