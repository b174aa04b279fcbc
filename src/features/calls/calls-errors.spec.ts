import { describe, expect, it } from 'vitest';
import type { CatalogueEntry } from '../../core/shared/catalogue.js';
import { envelopeFor } from '../../core/http/errors/envelopes.js';
import { PlatformError } from '../../core/shared/platform-error.js';
import { DOWNLOAD_ERRORS, EXPORT_ERRORS } from './calls.errors.js';

// errors 1.4, 1.11 and the codes of the pages calls-export and calls-transcripts.
const ERRORS: readonly [
  code: string,
  status: number,
  category: string,
  key: string,
  entry: CatalogueEntry,
][] = [
  ['EXPORT_THROTTLED', 429, 'rate_limited', 'throttled', EXPORT_ERRORS.throttled],
  ['DOWNLOAD_THROTTLED', 429, 'rate_limited', 'throttled', DOWNLOAD_ERRORS.throttled],
  ['DOWNLOAD_PDF_TOO_LARGE', 413, 'content_too_large', 'pdf_too_large', DOWNLOAD_ERRORS.pdfTooLarge],
  ['EXPORT_IN_PROGRESS', 409, 'conflict', 'in_progress', EXPORT_ERRORS.inProgress],
  ['EXPORT_TOO_LARGE', 413, 'content_too_large', 'too_large', EXPORT_ERRORS.tooLarge],
  ['EXPORT_PROJECT_REQUIRED', 400, 'bad_request', 'project_required', EXPORT_ERRORS.projectRequired],
  ['EXPORT_UNSUPPORTED_FORMAT', 400, 'bad_request', 'unsupported_format', EXPORT_ERRORS.unsupportedFormat],
  ['EXPORT_PROFILE_UNSUPPORTED', 400, 'bad_request', 'profile_unsupported', EXPORT_ERRORS.profileUnsupported],
  ['EXPORT_TIMEZONE_REQUIRED', 400, 'bad_request', 'timezone_required', EXPORT_ERRORS.timezoneRequired],
  ['EXPORT_TIMEZONE_INVALID', 400, 'bad_request', 'timezone_invalid', EXPORT_ERRORS.timezoneInvalid],
  [
    'EXPORT_TIMEZONE_WITHOUT_PROFILE',
    400,
    'bad_request',
    'timezone_without_profile',
    EXPORT_ERRORS.timezoneWithoutProfile,
  ],
  ['EXPORT_COLUMNS_INVALID', 400, 'bad_request', 'columns_invalid', EXPORT_ERRORS.columnsInvalid],
  [
    'EXPORT_PROFILE_OPTIONS_UNSUPPORTED',
    400,
    'bad_request',
    'profile_options_unsupported',
    EXPORT_ERRORS.profileOptionsUnsupported,
  ],
  ['EXPORT_DENIED', 404, 'not_found', 'denied', EXPORT_ERRORS.denied],
  ['EXPORT_DENIED', 403, 'forbidden', 'opt_in_denied', EXPORT_ERRORS.optInDenied],
  ['EXPORT_BUSY', 503, 'service_unavailable', 'busy', EXPORT_ERRORS.busy],
  ['EXPORT_UNAVAILABLE', 400, 'bad_request', 'unavailable', EXPORT_ERRORS.unavailable],
];

describe('errors of the export and of downloads', () => {
  it.each(ERRORS)('%s is %i %s', (code, status, category, key, entry) => {
    const area = code.startsWith('EXPORT_') ? 'export' : 'download';
    expect(entry.status).toBe(status);
    expect(envelopeFor('export', new PlatformError(entry), 'id')).toEqual({
      error: category,
      code,
      message: entry.message,
      messageKey: `calls.${area}.messages.${key}`,
    });
  });

  it('accompany an answer that is not an error', () => {
    expect(EXPORT_ERRORS.empty).toMatchObject({
      code: 'EXPORT_EMPTY',
      status: 200,
      messageKey: 'calls.export.messages.empty',
    });
  });
});

// errors 4.1
describe('the message of a refused export', () => {
  it.each([
    ['projectRequired', 'project_id'],
    ['unsupportedFormat', 'format'],
    ['profileUnsupported', 'profile'],
    ['timezoneRequired', 'timezone'],
    ['timezoneInvalid', 'timezone'],
    ['timezoneWithoutProfile', 'timezone'],
    ['columnsInvalid', 'columns'],
    ['unavailable', 'include_audio_links'],
    ['optInDenied', 'include_'],
  ] as const)('%s names %s', (name, field) => {
    expect(EXPORT_ERRORS[name].message).toContain(field);
  });
});
