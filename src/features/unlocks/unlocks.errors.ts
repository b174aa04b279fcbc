import { errorEntry } from '../../core/shared/catalogue.js';

export const UNLOCK_ERRORS = {
  open: errorEntry(
    'unlock_open',
    409,
    'You already have a request or an approved unlock for this call. Use it, or end it and ask again.',
  ),
  ownRequest: errorEntry(
    'unlock_own_request',
    409,
    'You asked for this unlock yourself. Ask another administrator of the client to decide.',
  ),
  settled: errorEntry(
    'unlock_settled',
    409,
    'This unlock was decided, was ended or has expired, so it can no longer be changed. Read it again.',
  ),
  callErased: errorEntry(
    'unlock_call_erased',
    409,
    "The caller's data of this call was erased, so there is nothing to unlock.",
  ),
} as const;
