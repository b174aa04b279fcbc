import type { CatalogueEntry } from '../../core/shared/catalogue.js';

/** `EXPORT_TOO_LARGE` has the message key `calls.export.messages.too_large`. */
const callsEntry = (code: string, status: number, message: string): CatalogueEntry => {
  const [area = '', ...words] = code.toLowerCase().split('_');
  return { code, status, message, messageKey: `calls.${area}.messages.${words.join('_')}`, log: 'none' };
};

/**
 * Errors of the export (errors 3.4). `empty` is not an error, but listed here so that all codes are
 * in one place.
 */
export const EXPORT_ERRORS = {
  empty: callsEntry('EXPORT_EMPTY', 200, 'No calls match this export.'),
  projectRequired: callsEntry(
    'EXPORT_PROJECT_REQUIRED',
    400,
    'project_id is required. Send the ID of the project to export.',
  ),
  unsupportedFormat: callsEntry('EXPORT_UNSUPPORTED_FORMAT', 400, 'format must be csv or omitted.'),
  profileUnsupported: callsEntry(
    'EXPORT_PROFILE_UNSUPPORTED',
    400,
    'profile must be portal_business_v1, portal_business_v2, portal_business_v3 or omitted.',
  ),
  timezoneRequired: callsEntry(
    'EXPORT_TIMEZONE_REQUIRED',
    400,
    'timezone is required with a profile. Send an IANA name, such as Australia/Sydney.',
  ),
  timezoneInvalid: callsEntry(
    'EXPORT_TIMEZONE_INVALID',
    400,
    'timezone must be an IANA name, such as Australia/Sydney.',
  ),
  timezoneWithoutProfile: callsEntry(
    'EXPORT_TIMEZONE_WITHOUT_PROFILE',
    400,
    'timezone is accepted only with a profile. Omit timezone, or send a profile.',
  ),
  columnsInvalid: callsEntry(
    'EXPORT_COLUMNS_INVALID',
    400,
    'columns must list at least one known column, without repeats.',
  ),
  profileOptionsUnsupported: callsEntry(
    'EXPORT_PROFILE_OPTIONS_UNSUPPORTED',
    400,
    'These options cannot be combined with this profile.',
  ),
  unavailable: callsEntry(
    'EXPORT_UNAVAILABLE',
    400,
    'Audio links are not available: the project does not retain recordings, or has not confirmed that it does. ' +
      'Set include_audio_links to false.',
  ),
  denied: callsEntry('EXPORT_DENIED', 404, 'You are not allowed to export these calls.'),
  optInDenied: {
    ...callsEntry(
      'EXPORT_DENIED',
      403,
      'Only a client_admin may export sensitive content. Set each include_ field to false.',
    ),
    messageKey: 'calls.export.messages.opt_in_denied',
  },
  inProgress: callsEntry(
    'EXPORT_IN_PROGRESS',
    409,
    'You already have an export in progress. Wait until it ends.',
  ),
  tooLarge: callsEntry(
    'EXPORT_TOO_LARGE',
    413,
    'The export is too large. Choose a shorter range or more filters.',
  ),
  throttled: callsEntry(
    'EXPORT_THROTTLED',
    429,
    'Too many exports. Wait for the time in retry_after_seconds.',
  ),
  previewThrottled: callsEntry(
    'EXPORT_THROTTLED',
    429,
    'Too many export previews. Wait for the time in retry_after_seconds.',
  ),
  busy: {
    ...callsEntry(
      'EXPORT_BUSY',
      503,
      'Too many exports are in progress. This one does not count towards your limit. Retry after the time in Retry-After.',
    ),
    log: 'warn',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** Errors of transcript downloads (errors 3.4). */
export const DOWNLOAD_ERRORS = {
  throttled: callsEntry(
    'DOWNLOAD_THROTTLED',
    429,
    'Too many downloads. Wait for the time in retry_after_seconds.',
  ),
  pdfTooLarge: callsEntry(
    'DOWNLOAD_PDF_TOO_LARGE',
    413,
    'The transcript is too long for a PDF. Download it as text.',
  ),
};
