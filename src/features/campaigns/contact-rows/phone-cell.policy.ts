import { NO_PHONE_NUMBER, readPhoneNumber } from '../../../core/shared/phone-numbers/phone-number.policy.js';
import { CellFault } from './row-error.js';

// The forms that spreadsheets give to a telephone number that they read as a number.
const WITHOUT_PLUS = /^[1-9]\d{6,14}(?:\.0+)?$/;
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d{1,3}$/i;

const KEEP_AS_TEXT = 'format the column as text before you fill it, and export it again';
const PLUS_MISSING = new CellFault(
  'phone_plus_missing',
  `must begin with a plus sign, which a spreadsheet has removed; ${KEEP_AS_TEXT}`,
);
const SCIENTIFIC_NOTATION = new CellFault(
  'phone_scientific_notation',
  `is in scientific notation, and its last digits are lost; ${KEEP_AS_TEXT}`,
);
const INVALID = new CellFault('phone_invalid', NO_PHONE_NUMBER);

/** The number of a contact (campaigns 4.4). @param text trimmed, not empty */
export function readPhone(text: string): string | CellFault {
  const number = readPhoneNumber(text);
  if (number !== null) return number;
  if (SCIENTIFIC.test(text)) return SCIENTIFIC_NOTATION;
  return WITHOUT_PLUS.test(text) ? PLUS_MISSING : INVALID;
}

const DIGITS = /^\d{7,15}(?:\.0+)?$/;
const EIGHT_DIGITS_OF_A_DAY = /^(20\d\d)(\d\d)(\d\d)$/;

/** Whether digits, or a spreadsheet's version of them, may be a number (campaigns 4.7). */
export const isNumericPhone = (text: string): boolean =>
  (DIGITS.test(text) && !isDay(text)) || SCIENTIFIC.test(text);

/** Batches are often named after a day. */
function isDay(text: string): boolean {
  const day = text.replace(EIGHT_DIGITS_OF_A_DAY, '$1-$2-$3');
  const at = new Date(`${day}T00:00:00Z`);
  return day !== text && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}
