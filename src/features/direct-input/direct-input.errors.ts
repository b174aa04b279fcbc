import { errorEntry } from '../../core/shared/catalogue.js';

/** The errors of direct input beyond those of every route. */
export const DIRECT_INPUT_ERRORS = {
  callNotActive: errorEntry(
    'call_not_active',
    409,
    'The call is not in progress: its last report says that it is waiting or has ended. Report the call ' +
      'as ringing or in_progress before you open a session for it.',
  ),
} as const;
