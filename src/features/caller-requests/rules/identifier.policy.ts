import { maskManual, maskPhone } from '../../../core/privacy/masking/masking.policy.js';
import { readPhoneNumber } from '../../../core/shared/phone-numbers/phone-number.policy.js';
import type { FieldError } from '../../../core/shared/platform-error.js';
import type { IdentifierKind } from './vocabulary.js';

/** Shown if no part of an identifier may be shown. */
const NOTHING_SHOWN = '***';

interface SentIdentifier {
  readonly identifier_kind: IdentifierKind;
  readonly caller_identifier?: string;
  readonly contact_display_source?: string;
}

/**
 * A parsed identifier: the form that is shown, and for a telephone number the text that is hashed
 * and then discarded.
 */
export interface ReadIdentifier {
  readonly display: string;
  /** Strict E.164; null for manual identifiers, which are never hashed. */
  readonly number: string | null;
}

/**
 * Reads the identifier of a request (caller-requests 4.2, 4.3); a FieldError says what is missing
 * or wrong, never the sent value.
 */
export function readIdentifier(sent: SentIdentifier): ReadIdentifier | FieldError {
  if (sent.identifier_kind === 'manual') {
    const shown = maskManual(sent.contact_display_source ?? sent.caller_identifier ?? '');
    return { display: shown === '' ? NOTHING_SHOWN : shown, number: null };
  }
  const raw = sent.caller_identifier?.trim() ?? '';
  if (raw === '') return wrong('is required when identifier_kind is phone', 'missing');
  const number = readPhoneNumber(raw);
  if (number === null) {
    return wrong(
      'must be a telephone number with its country code, such as +61 491 570 156',
      'phone_invalid',
    );
  }
  return { display: maskPhone(number), number };
}

const wrong = (message: string, type: string): FieldError => ({
  loc: ['body', 'caller_identifier'],
  message,
  type,
});
