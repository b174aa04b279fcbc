import { isLongerThan } from '../../../core/http/fields/text-length.policy.js';
import { CellFault } from './row-error.js';

const LONGEST_VALUE = 1_000;
const TOO_LONG = new CellFault('too_long', `must have at most ${LONGEST_VALUE} characters`);
const UNPRINTABLE = new CellFault(
  'malformed',
  'must not contain control characters other than line breaks and tabs, or invalid Unicode',
);
const UNPRINTABLE_CHARACTER = /(?![\t\n\r])\p{Cc}/u;

/** A value of personalization (campaigns 4.5). */
export function readPersonalValue(text: string): string | CellFault {
  if (isLongerThan(text, LONGEST_VALUE)) return TOO_LONG;
  return UNPRINTABLE_CHARACTER.test(text) || !text.isWellFormed() ? UNPRINTABLE : text;
}
