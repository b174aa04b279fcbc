import { errorEntry } from '../../core/shared/catalogue.js';

export const FOLLOW_UP_ERRORS = {
  noteWithheld: errorEntry(
    'note_withheld',
    409,
    'You are not allowed to see notes on this call, so you cannot write one. Omit note, or ask an ' +
      'administrator of the client for permission to see summaries.',
  ),
  callErased: errorEntry(
    'call_erased',
    409,
    "The caller's data was erased from this call, so the call can no longer have a follow-up.",
  ),
} as const;
