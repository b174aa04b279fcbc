import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.js';
import type { CatalogueEntry } from './catalogue.js';
import { envelopeFor } from './envelopes.js';
import { PlatformError } from './platform-error.js';

// From the contract, "Codes given" and "Response shapes"; keys of messages follow the one that it names,
// calls.export.messages.empty.
const EXPORT_ERRORS: readonly [
  CatalogueEntry,
  status: number,
  category: string,
  code: string,
  key: string,
][] = [
  [CATALOGUE.exportThrottled, 429, 'rate_limited', 'EXPORT_THROTTLED', 'export.messages.throttled'],
  [CATALOGUE.downloadThrottled, 429, 'rate_limited', 'DOWNLOAD_THROTTLED', 'download.messages.throttled'],
  [
    CATALOGUE.downloadPdfTooLarge,
    413,
    'content_too_large',
    'DOWNLOAD_PDF_TOO_LARGE',
    'download.messages.pdf_too_large',
  ],
  [CATALOGUE.exportInProgress, 409, 'conflict', 'EXPORT_IN_PROGRESS', 'export.messages.in_progress'],
  [CATALOGUE.exportTooLarge, 413, 'content_too_large', 'EXPORT_TOO_LARGE', 'export.messages.too_large'],
  [
    CATALOGUE.exportProjectRequired,
    400,
    'bad_request',
    'EXPORT_PROJECT_REQUIRED',
    'export.messages.project_required',
  ],
  [
    CATALOGUE.exportUnsupportedFormat,
    400,
    'bad_request',
    'EXPORT_UNSUPPORTED_FORMAT',
    'export.messages.unsupported_format',
  ],
  [
    CATALOGUE.exportProfileUnsupported,
    400,
    'bad_request',
    'EXPORT_PROFILE_UNSUPPORTED',
    'export.messages.profile_unsupported',
  ],
  [
    CATALOGUE.exportTimezoneRequired,
    400,
    'bad_request',
    'EXPORT_TIMEZONE_REQUIRED',
    'export.messages.timezone_required',
  ],
  [
    CATALOGUE.exportTimezoneInvalid,
    400,
    'bad_request',
    'EXPORT_TIMEZONE_INVALID',
    'export.messages.timezone_invalid',
  ],
  [
    CATALOGUE.exportTimezoneWithoutProfile,
    400,
    'bad_request',
    'EXPORT_TIMEZONE_WITHOUT_PROFILE',
    'export.messages.timezone_without_profile',
  ],
  [
    CATALOGUE.exportColumnsInvalid,
    400,
    'bad_request',
    'EXPORT_COLUMNS_INVALID',
    'export.messages.columns_invalid',
  ],
  [
    CATALOGUE.exportProfileOptionsUnsupported,
    400,
    'bad_request',
    'EXPORT_PROFILE_OPTIONS_UNSUPPORTED',
    'export.messages.profile_options_unsupported',
  ],
  [CATALOGUE.exportDenied, 404, 'not_found', 'EXPORT_DENIED', 'export.messages.denied'],
  [CATALOGUE.exportOptInDenied, 403, 'forbidden', 'EXPORT_DENIED', 'export.messages.opt_in_denied'],
  [CATALOGUE.exportUnavailable, 400, 'bad_request', 'EXPORT_UNAVAILABLE', 'export.messages.unavailable'],
];

describe('errors of the export and of downloads', () => {
  it.each(EXPORT_ERRORS)('%o', (entry, status, category, code, key) => {
    expect(entry.status).toBe(status);
    expect(envelopeFor('export', new PlatformError(entry), 'id')).toEqual({
      error: category,
      code,
      message: entry.message,
      messageKey: `calls.${key}`,
    });
  });

  it('have an answer beside them that is no error', () => {
    expect(CATALOGUE.exportEmpty).toMatchObject({
      code: 'EXPORT_EMPTY',
      status: 200,
      messageKey: 'calls.export.messages.empty',
    });
  });
});
