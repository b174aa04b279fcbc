import { errorEntry } from '../../core/shared/catalogue.js';

export const UNLOCK_ERRORS = {
  open: errorEntry(
    'unlock_open',
    409,
    'You already have an open unlock of this call. Use it, or end it and ask again.',
  ),
  ownRequest: errorEntry(
    'unlock_own_request',
    409,
    'You asked for this unlock yourself. Another administrator of the client has to decide.',
  ),
  settled: errorEntry(
    'unlock_settled',
    409,
    'The unlock was decided, has ended or has expired, so this is no longer possible. Read it again.',
  ),
  callErased: errorEntry(
    'unlock_call_erased',
    409,
    "The caller's data of this call was erased, so there is nothing to unlock.",
  ),
} as const;
