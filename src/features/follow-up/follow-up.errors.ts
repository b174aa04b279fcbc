import { errorEntry } from '../../core/shared/catalogue.js';

export const FOLLOW_UP_ERRORS = {
  noteWithheld: errorEntry(
    'note_withheld',
    409,
    'You may not see notes of this call, so you may not write one. Omit note, or ask an ' +
      'administrator of the client for permission to see summaries.',
  ),
  callErased: errorEntry(
    'call_erased',
    409,
    "The caller's data of this call was erased, so it can no longer have a follow-up.",
  ),
} as const;
