import { errorEntry } from '../../core/shared/catalogue.js';

export const FOLLOW_UP_ERRORS = {
  noteWithheld: errorEntry(
    'note_withheld',
    409,
    'Notes of this call are not shown to you, so you may not write one. Leave out note, or ask an administrator of the ' +
      'client for the permission to see summaries.',
  ),
  callErased: errorEntry(
    'call_erased',
    409,
    "The caller's data of this call was erased. It takes no follow-up any more.",
  ),
} as const;
