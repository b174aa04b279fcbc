import { isLongerThan } from '../../../core/http/fields/text-length.policy.js';
import { isPersonalIdentifier } from '../../../core/privacy/pii/free-words.policy.js';
import { plainText } from '../../../core/privacy/masking/plain-text.policy.js';
import { isNumericPhone } from './phone-cell.policy.js';
import { CellFault } from './row-error.js';

const MAX_IDENTIFIER = 128;
export const SOURCE_OR_BATCH = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
const CONTROL = /\p{Cc}/u;

const PERSONAL = new CellFault(
  'identifier_is_email_or_phone',
  'must be an identifier without personal data: no email address, no telephone number, no number of 7 to 15 digits',
);
const CONTROL_CHARACTERS = new CellFault('malformed', 'must not contain control characters');
const TOO_LONG = new CellFault('too_long', `must have at most ${MAX_IDENTIFIER} characters`);

// Hyphens stay, because identifiers such as 2026-0491-17 contain them.
const GROUPING = /[\s.()]/g;

/**
 * Whether it consists of digits, possibly grouped by spaces and dots, or has a usual telephone
 * format.
 */
const isPersonal = (id: string): boolean =>
  isNumericPhone(plainText(id)) ||
  isNumericPhone(plainText(id).replace(GROUPING, '')) ||
  isPersonalIdentifier(id);

/** As stored and compared: composed and decomposed accents are equal (campaigns 4.7). */
export const composed = (identifier: string): string => identifier.normalize('NFC');

/** The sender's identifier of a contact (campaigns 4.7). @param text trimmed, not empty */
export function readIdentifier(text: string): string | CellFault {
  const id = composed(text);
  if (isLongerThan(id, MAX_IDENTIFIER)) return TOO_LONG;
  if (CONTROL.test(id) || !id.isWellFormed()) return CONTROL_CHARACTERS;
  return isPersonal(id) ? PERSONAL : id;
}

/**
 * source_id and batch_id of a JSON import (campaigns 4.7).
 * @returns the identifier, or what is wrong with it
 */
export function readSourceOrBatch(value: unknown): string | CellFault {
  if (value === undefined || value === null) return new CellFault('required', 'is required');
  const id = typeof value === 'string' ? value.trim() : '';
  if (!SOURCE_OR_BATCH.test(id)) {
    return new CellFault(
      'malformed',
      'must be 1 to 128 letters, digits, full stops, underscores, colons or hyphens, the first a letter or digit',
    );
  }
  return isPersonal(id) ? PERSONAL : id;
}
