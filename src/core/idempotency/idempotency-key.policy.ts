import type { FieldError } from '../shared/platform-error.js';

interface KeyRule {
  readonly key: 'header' | 'header_or_body';
  readonly required: boolean;
  readonly minLength: number;
  readonly maxLength: number;
}

type KeyReading = { readonly key: string | null } | { readonly error: FieldError };

const HEADER = ['header', 'Idempotency-Key'];
const FIELD = ['body', 'idempotency_key'];

// Anything a header can carry without being folded or trimmed; keys are only compared.
const VISIBLE = /^[\x21-\x7e]+$/;

/**
 * Reads the idempotency key of a request (requests 5.1, 5.2).
 * @param header the Idempotency-Key header
 * @param inBody the body's `idempotency_key`, of any type
 * @returns the key; null when it is optional and absent; otherwise its fault
 */
export function readIdempotencyKey(rule: KeyRule, header: string | undefined, inBody: unknown): KeyReading {
  const fromBody = rule.key === 'header_or_body' ? (inBody ?? undefined) : undefined;
  if (header === undefined && fromBody === undefined) {
    if (!rule.required) return { key: null };
    const places = rule.key === 'header' ? '' : ', or as idempotency_key in the body';
    return {
      error: {
        loc: HEADER,
        message: `is required${places}: ${allowed(rule)}. ${HOW_TO_CREATE}`,
        type: 'missing',
      },
    };
  }
  if (header !== undefined && fromBody !== undefined && header !== fromBody) {
    return { error: { loc: FIELD, message: 'must equal the Idempotency-Key header', type: 'mismatch' } };
  }
  const key = header ?? fromBody;
  if (typeof key !== 'string' || !VISIBLE.test(key) || !isWithin(rule, key.length)) {
    const message = `must be ${allowed(rule)}. ${HOW_TO_CREATE}`;
    return { error: { loc: header === undefined ? FIELD : HEADER, message, type: 'malformed' } };
  }
  return { key };
}

const allowed = ({ minLength, maxLength }: KeyRule): string =>
  `${minLength} to ${maxLength} visible ASCII characters without spaces`;
const HOW_TO_CREATE =
  'Generate one for this request, such as a UUID, and send the same one with every retry.';

const isWithin = ({ minLength, maxLength }: KeyRule, length: number): boolean =>
  length >= minLength && length <= maxLength;
