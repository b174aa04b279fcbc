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

/** The error catalogue (contract, "Errors"): every error a surface may answer is thrown from here. */
export const CATALOGUE = {
  unauthorized: entry('unauthorized', 401, 'Credentials are missing or not valid.'),
  ipAllowlistRestricted: entry(
    'ip_allowlist_restricted',
    403,
    "This address is not on the tenant's IP allowlist.",
  ),
  notFound: entry('not_found', 404, 'Not found.'),
  conflict: entry('conflict', 409, 'The resource changed since it was read. Read it again and retry.'),
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
} as const satisfies Record<string, CatalogueEntry>;
