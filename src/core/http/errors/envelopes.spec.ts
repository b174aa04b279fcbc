import { describe, expect, it } from 'vitest';
import type { Surface } from './envelopes.js';
import { CATALOGUE } from '../../shared/catalogue.js';
import { envelopeFor } from './envelopes.js';
import { PlatformError, unprocessable } from '../../shared/platform-error.js';

const ID = 'request-1';
const PHONE = {
  loc: ['body', 'contacts', 3, 'to_number'],
  message: 'is not a number',
  type: 'invalid_e164',
} as const;
const WHOLE = { loc: ['body'], message: 'must be a JSON object', type: 'object_type' } as const;

const plain = (status: number, error: string) => ({ error, status_code: status });
const listed = { field: 'contacts.3.to_number', message: 'is not a number', code: 'invalid_e164' };

const STEP_UP = new PlatformError(
  { code: 'forbidden', status: 403, message: 'Prove it.', messageKey: 'errors.forbidden', log: 'none' },
  { blockReason: 'step_up_required', blockFacts: { kinds: ['totp'] } },
);
const blocked = { block_reason: 'step_up_required', kinds: ['totp'] };
const said = { code: 'forbidden', message: 'Prove it.' };
const keyed = { ...said, message_key: 'errors.forbidden', request_id: ID };

// errors 1.2, 1.3, 1.4, 1.5, 1.7, 1.10 and 1.15. The surfaces differ on purpose.
const EXPECTED: readonly [string, Surface, PlatformError, object][] = [
  [
    '403',
    'domain',
    STEP_UP,
    { ...said, block_reason: 'step_up_required', details: { kinds: ['totp'] }, request_id: ID },
  ],
  ['403', 'security', STEP_UP, { error: { ...keyed, details: blocked } }],
  ['403', 'partner', STEP_UP, { error: { ...keyed, status: 403, details: blocked } }],
  ['403', 'general', STEP_UP, { error: { ...said, ...blocked }, status_code: 403 }],
  ['401', 'general', new PlatformError(CATALOGUE.unauthorized), plain(401, CATALOGUE.unauthorized.message)],
  ['404', 'general', new PlatformError(CATALOGUE.notFound), plain(404, 'Not found.')],
  ['500', 'general', new PlatformError(CATALOGUE.internalError), plain(500, CATALOGUE.internalError.message)],
  [
    '503',
    'general',
    new PlatformError(CATALOGUE.dependencyUnavailable),
    plain(503, CATALOGUE.dependencyUnavailable.message),
  ],
  [
    '400',
    'general',
    new PlatformError(CATALOGUE.invalidJson),
    { error: { code: 'validation_failed', message: CATALOGUE.invalidJson.message }, status_code: 400 },
  ],
  [
    '429',
    'general',
    new PlatformError(CATALOGUE.rateLimited, { retryAfterSeconds: 9 }),
    {
      error: { code: 'rate_limited', message: CATALOGUE.rateLimited.message, retry_after_seconds: 9 },
      status_code: 429,
    },
  ],
  [
    '404',
    'partner',
    new PlatformError(CATALOGUE.notFound),
    {
      error: {
        code: 'not_found',
        message: 'Not found.',
        message_key: 'errors.not_found',
        status: 404,
        request_id: ID,
      },
    },
  ],
  [
    '422',
    'partner',
    unprocessable(PHONE),
    {
      error: {
        code: 'validation_error',
        message: 'contacts.3.to_number: is not a number',
        message_key: 'errors.validation_error',
        status: 422,
        request_id: ID,
        details: { field_errors: [listed] },
      },
    },
  ],
  [
    '422',
    'domain',
    unprocessable(PHONE),
    {
      code: 'validation_error',
      message: 'contacts.3.to_number: is not a number',
      field_errors: { 'contacts.3.to_number': 'is not a number' },
      request_id: ID,
    },
  ],
  [
    '429',
    'domain',
    new PlatformError(CATALOGUE.rateLimited, { retryAfterSeconds: 9 }),
    { code: 'rate_limited', message: CATALOGUE.rateLimited.message, retry_after_seconds: 9, request_id: ID },
  ],
  [
    '404',
    'export',
    new PlatformError(CATALOGUE.notFound),
    { error: 'not_found', code: 'not_found', message: 'Not found.', messageKey: 'errors.not_found' },
  ],
  [
    '400',
    'export',
    new PlatformError(CATALOGUE.validationFailed, { fields: [PHONE] }),
    {
      error: 'bad_request',
      code: 'validation_failed',
      message: CATALOGUE.validationFailed.message,
      messageKey: 'errors.validation_failed',
      field_errors: [listed],
    },
  ],
  [
    '413',
    'export',
    new PlatformError(CATALOGUE.contentTooLarge),
    {
      error: 'content_too_large',
      code: 'content_too_large',
      message: CATALOGUE.contentTooLarge.message,
      messageKey: 'errors.content_too_large',
    },
  ],
  [
    '429',
    'export',
    new PlatformError(CATALOGUE.rateLimited, { retryAfterSeconds: 600 }),
    {
      error: 'rate_limited',
      code: 'rate_limited',
      message: CATALOGUE.rateLimited.message,
      messageKey: 'errors.rate_limited',
      retry_after_seconds: 600,
    },
  ],
  [
    '400',
    'security',
    new PlatformError(CATALOGUE.validationFailed),
    {
      error: {
        code: 'validation_failed',
        message: CATALOGUE.validationFailed.message,
        message_key: 'errors.validation_failed',
        request_id: ID,
      },
    },
  ],
];

const SURFACES: readonly Surface[] = [
  'general',
  'validation',
  'partner',
  'domain',
  'export',
  'security',
  'health',
];

describe('error envelopes', () => {
  it.each(EXPECTED)('answer %s on the %s surface in its own shape', (_status, surface, error, expected) => {
    expect(envelopeFor(surface, error, ID)).toEqual(expected);
  });

  // errors 1.6
  it.each(['general', 'validation', 'export', 'health'] as const)(
    "answer 422 on the %s surface like the framework's validation",
    (surface) => {
      expect(envelopeFor(surface, unprocessable(PHONE), ID)).toEqual({
        error: 'Validation error',
        details: [{ loc: PHONE.loc, msg: 'is not a number', type: 'invalid_e164' }],
        status_code: 422,
      });
    },
  );

  it.each(SURFACES)('answer a blocked address on the %s surface in the security envelope', (surface) => {
    expect(envelopeFor(surface, new PlatformError(CATALOGUE.ipAllowlistRestricted), ID)).toEqual({
      error: {
        code: 'ip_allowlist_restricted',
        message: CATALOGUE.ipAllowlistRestricted.message,
        message_key: 'errors.ip_allowlist_restricted',
        request_id: ID,
      },
    });
  });

  // errors 1.5
  it('name the body itself where no field of it is to blame', () => {
    expect(envelopeFor('domain', unprocessable(WHOLE), ID)).toMatchObject({
      field_errors: { body: 'must be a JSON object' },
    });
  });

  // requests 3.7
  it('count each name that is not repeated', () => {
    const unknown = { loc: ['body', '(unnamed)'], message: 'is not a known field', type: 'extra_forbidden' };
    expect(envelopeFor('domain', unprocessable(unknown, unknown), ID)).toMatchObject({
      field_errors: { '(unnamed)': 'is not a known field', '(unnamed) (2)': 'is not a known field' },
    });
  });

  // errors 1.13
  it('have the wait as a number among the fields if the contract says so', () => {
    const entry = { ...CATALOGUE.rateLimited, waitInFieldErrors: true };
    const error = new PlatformError(entry, { retryAfterSeconds: 9 });
    expect(envelopeFor('domain', error, ID)).toMatchObject({
      field_errors: { retry_after_seconds: 9 },
      retry_after_seconds: 9,
    });
  });

  // errors 1.16
  it('have the facts of a limit in details if its code says so', () => {
    const entry = { ...CATALOGUE.rateLimited, nestsDetails: true };
    const error = new PlatformError(entry, { retryAfterSeconds: 9, blockFacts: { operation: 'search' } });
    expect(envelopeFor('general', error, ID)).toEqual({
      error: {
        code: 'rate_limited',
        message: CATALOGUE.rateLimited.message,
        details: { retry_after_seconds: 9, operation: 'search' },
      },
      status_code: 429,
    });
  });

  // errors 4.2
  it('say the same of every catalogue entry, and never its cause', () => {
    for (const surface of SURFACES) {
      for (const entry of Object.values(CATALOGUE)) {
        const error = new PlatformError(entry, { cause: new Error('planted cause') });
        const text = JSON.stringify(envelopeFor(surface, error, ID));
        expect(text).toContain(entry.message);
        expect(text).not.toMatch(/planted|stack|cause/);
      }
    }
  });
});
