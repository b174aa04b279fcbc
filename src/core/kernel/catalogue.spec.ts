import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.js';
import type { CatalogueEntry } from './catalogue.js';
import { envelopeFor } from '../errors/envelopes.js';
import { PlatformError } from './platform-error.js';

// errors 1.4, 1.11 and the codes of the pages calls-export and calls-transcripts.
const ERRORS: readonly [
  code: string,
  status: number,
  category: string,
  key: string,
  entry: CatalogueEntry,
][] = [
  ['EXPORT_THROTTLED', 429, 'rate_limited', 'throttled', CATALOGUE.exportThrottled],
  ['DOWNLOAD_THROTTLED', 429, 'rate_limited', 'throttled', CATALOGUE.downloadThrottled],
  ['DOWNLOAD_PDF_TOO_LARGE', 413, 'content_too_large', 'pdf_too_large', CATALOGUE.downloadPdfTooLarge],
  ['EXPORT_IN_PROGRESS', 409, 'conflict', 'in_progress', CATALOGUE.exportInProgress],
  ['EXPORT_TOO_LARGE', 413, 'content_too_large', 'too_large', CATALOGUE.exportTooLarge],
  ['EXPORT_PROJECT_REQUIRED', 400, 'bad_request', 'project_required', CATALOGUE.exportProjectRequired],
  ['EXPORT_UNSUPPORTED_FORMAT', 400, 'bad_request', 'unsupported_format', CATALOGUE.exportUnsupportedFormat],
  [
    'EXPORT_PROFILE_UNSUPPORTED',
    400,
    'bad_request',
    'profile_unsupported',
    CATALOGUE.exportProfileUnsupported,
  ],
  ['EXPORT_TIMEZONE_REQUIRED', 400, 'bad_request', 'timezone_required', CATALOGUE.exportTimezoneRequired],
  ['EXPORT_TIMEZONE_INVALID', 400, 'bad_request', 'timezone_invalid', CATALOGUE.exportTimezoneInvalid],
  [
    'EXPORT_TIMEZONE_WITHOUT_PROFILE',
    400,
    'bad_request',
    'timezone_without_profile',
    CATALOGUE.exportTimezoneWithoutProfile,
  ],
  ['EXPORT_COLUMNS_INVALID', 400, 'bad_request', 'columns_invalid', CATALOGUE.exportColumnsInvalid],
  [
    'EXPORT_PROFILE_OPTIONS_UNSUPPORTED',
    400,
    'bad_request',
    'profile_options_unsupported',
    CATALOGUE.exportProfileOptionsUnsupported,
  ],
  ['EXPORT_DENIED', 404, 'not_found', 'denied', CATALOGUE.exportDenied],
  ['EXPORT_DENIED', 403, 'forbidden', 'opt_in_denied', CATALOGUE.exportOptInDenied],
  ['EXPORT_BUSY', 503, 'service_unavailable', 'busy', CATALOGUE.exportBusy],
  ['EXPORT_UNAVAILABLE', 400, 'bad_request', 'unavailable', CATALOGUE.exportUnavailable],
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

  it('stand beside an answer that is no error', () => {
    expect(CATALOGUE.exportEmpty).toMatchObject({
      code: 'EXPORT_EMPTY',
      status: 200,
      messageKey: 'calls.export.messages.empty',
    });
  });
});
