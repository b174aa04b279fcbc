/** How loudly an error is logged: nothing for what callers do wrong, `error` for what we do wrong. */
type LogLevel = 'none' | 'warn' | 'error';

export interface CatalogueEntry {
  readonly code: string;
  readonly status: number;
  /** What callers read; it never carries internals or personal data. */
  readonly message: string;
  /** Key under which a portal finds its translation. */
  readonly messageKey: string;
  readonly log: LogLevel;
}

const entry = (code: string, status: number, message: string, log: LogLevel = 'none'): CatalogueEntry => ({
  code,
  status,
  message,
  messageKey: `errors.${code}`,
  log,
});

/** Answers of the export and of transcript downloads: `EXPORT_TOO_LARGE` is `calls.export.messages.too_large`. */
const callsEntry = (code: string, status: number, message: string): CatalogueEntry => {
  const [area = '', ...words] = code.toLowerCase().split('_');
  return { code, status, message, messageKey: `calls.${area}.messages.${words.join('_')}`, log: 'none' };
};

/** The error catalogue (errors section 3): every error a surface may answer is thrown from here. */
export const CATALOGUE = {
  unauthorized: entry('unauthorized', 401, 'Credentials are missing or not valid.'),
  ipAllowlistRestricted: entry(
    'ip_allowlist_restricted',
    403,
    "The IP address of this request is not on the tenant's allowlist.",
  ),
  notFound: entry('not_found', 404, 'Not found.'),
  conflict: entry('conflict', 409, 'The resource changed since it was read. Read it again and retry.'),
  projectArchived: entry('project_archived', 409, 'The project is archived and read-only. Restore it first.'),
  projectNotArchived: entry('project_not_archived', 409, 'Only an archived project can be restored.'),
  projectLimit: entry(
    'project_limit',
    409,
    'The client has as many projects as it may have in this environment. Restore an archived one.',
  ),
  projectDraftLimit: entry(
    'project_draft_limit',
    409,
    'The draft has as many edits as it may have. Publish all of it.',
  ),
  projectAssignmentExists: entry(
    'project_assignment_exists',
    409,
    'The member is assigned to this project already.',
  ),
  preconditionRequired: entry(
    'precondition_required',
    428,
    'A draft exists: say which state of it you have read. Read it again and send its etag.',
  ),
  projectSecretExists: entry(
    'project_secret_exists',
    409,
    'The project has a secret of this name already. Rotate it, or choose another name.',
  ),
  projectSecretInUse: entry(
    'project_secret_in_use',
    409,
    'Sections refer to this secret. Take the references out and publish before deleting it.',
  ),
  projectSecretLimit: entry(
    'project_secret_limit',
    409,
    'The project has as many secrets as it may have. Delete one that is not needed.',
  ),
  projectNotPublished: entry(
    'project_not_published',
    409,
    'The project is not active with a published version. Publish its whole draft first.',
  ),
  nothingToPublish: entry(
    'nothing_to_publish',
    409,
    'There is nothing that the published version does not hold already.',
  ),
  duplicateRequest: entry(
    'conflict',
    409,
    'A request with this idempotency key is still at work. Repeat it after Retry-After.',
  ),
  idempotencyKeyReuse: entry(
    'idempotency_key_reuse',
    422,
    'This idempotency key was used for another request. Use a new key.',
  ),
  invalidJson: entry('validation_failed', 400, 'The body is not valid JSON.'),
  validationFailed: entry('validation_failed', 400, 'The request is not valid.'),
  unsupportedMediaType: entry('unsupported_media_type', 415, 'This content type is not accepted here.'),
  validationError: entry('validation_error', 422, 'Validation error'),
  contentTooLarge: entry('content_too_large', 413, 'The body is larger than this route accepts.'),
  rateLimited: entry('rate_limited', 429, 'Too many requests. Wait as long as Retry-After says.'),
  internalError: entry('internal_error', 500, 'Something went wrong on our side.', 'error'),
  tenantRouteMissing: entry(
    'tenant_route_missing',
    500,
    'The service is not configured for this tenant.',
    'error',
  ),
  bearerNotConfigured: entry(
    'bearer_not_configured',
    500,
    'Bearer authentication is not configured.',
    'error',
  ),
  dependencyUnavailable: entry(
    'dependency_unavailable',
    503,
    'A required dependency is not available. Retry shortly.',
    'warn',
  ),

  bodyTooSlow: entry(
    'request_timeout',
    408,
    'The body came too slowly. Send it again, at 16 KiB a second or more and without pauses of several seconds.',
  ),
  // Not logged one by one: a flood of bodies would be one of log lines too. The metrics count them.
  overloaded: entry(
    'overloaded',
    503,
    'Too many request bodies are being worked on. Send the request again after Retry-After.',
  ),

  // Calls: the export and downloads of transcripts (errors 3.4). EXPORT_EMPTY is an answer, not an error,
  // and stands here so that all codes of the export are in one place.
  exportEmpty: callsEntry('EXPORT_EMPTY', 200, 'No call matches this export.'),
  exportProjectRequired: callsEntry('EXPORT_PROJECT_REQUIRED', 400, 'Name the project to export.'),
  exportUnsupportedFormat: callsEntry('EXPORT_UNSUPPORTED_FORMAT', 400, 'Calls are exported as csv only.'),
  exportProfileUnsupported: callsEntry(
    'EXPORT_PROFILE_UNSUPPORTED',
    400,
    'The profile must be portal_business_v1, portal_business_v2 or portal_business_v3, or left out.',
  ),
  exportTimezoneRequired: callsEntry('EXPORT_TIMEZONE_REQUIRED', 400, 'A profile needs a timezone.'),
  exportTimezoneInvalid: callsEntry(
    'EXPORT_TIMEZONE_INVALID',
    400,
    'The timezone must be an IANA name, such as Australia/Sydney.',
  ),
  exportTimezoneWithoutProfile: callsEntry(
    'EXPORT_TIMEZONE_WITHOUT_PROFILE',
    400,
    'A timezone is accepted only with a profile.',
  ),
  exportColumnsInvalid: callsEntry(
    'EXPORT_COLUMNS_INVALID',
    400,
    'The columns must be a list of known columns, at least one and none twice.',
  ),
  exportProfileOptionsUnsupported: callsEntry(
    'EXPORT_PROFILE_OPTIONS_UNSUPPORTED',
    400,
    'These options cannot be combined with this profile.',
  ),
  exportUnavailable: callsEntry(
    'EXPORT_UNAVAILABLE',
    400,
    'Audio links are not available: recordings are not retained, or it is not confirmed that they are.',
  ),
  exportDenied: callsEntry('EXPORT_DENIED', 404, 'There is nothing here that you can export.'),
  exportOptInDenied: {
    ...callsEntry('EXPORT_DENIED', 403, 'Only a client_admin may export sensitive content.'),
    messageKey: 'calls.export.messages.opt_in_denied',
  },
  exportInProgress: callsEntry(
    'EXPORT_IN_PROGRESS',
    409,
    'Another export of yours is still running. Wait until it ends.',
  ),
  exportTooLarge: callsEntry(
    'EXPORT_TOO_LARGE',
    413,
    'The export is too large. Choose a shorter range or more filters.',
  ),
  exportThrottled: callsEntry(
    'EXPORT_THROTTLED',
    429,
    'Too many exports. Wait as long as retry_after_seconds says.',
  ),
  exportBusy: {
    ...callsEntry(
      'EXPORT_BUSY',
      503,
      'Too many exports are being read at the moment. This one has not been counted: repeat it after Retry-After.',
    ),
    log: 'warn',
  },
  downloadThrottled: callsEntry(
    'DOWNLOAD_THROTTLED',
    429,
    'Too many downloads. Wait as long as retry_after_seconds says.',
  ),
  downloadPdfTooLarge: callsEntry(
    'DOWNLOAD_PDF_TOO_LARGE',
    413,
    'The transcript is too long for a PDF. Download it as text.',
  ),
} as const satisfies Record<string, CatalogueEntry>;
