/** The log level of an error: `none` for callers' mistakes, `error` for ours. */
type LogLevel = 'none' | 'warn' | 'error';

export interface CatalogueEntry {
  readonly code: string;
  readonly status: number;
  /** The text for callers; it never carries internals or personal data. */
  readonly message: string;
  /** Key under which a portal finds its translation. */
  readonly messageKey: string;
  readonly log: LogLevel;
  /** Whether the domain envelope shows the wait in `field_errors` too (errors 1.13). */
  readonly waitInFieldErrors?: boolean;
  /** Whether the general envelope shows the wait and other facts in `details` (errors 1.16). */
  readonly nestsDetails?: boolean;
  /** Its envelope on every surface, if it differs from the surface's own. */
  readonly envelope?: 'security';
}

/** An entry whose message key is `errors.<code>`. */
export const errorEntry = (
  code: string,
  status: number,
  message: string,
  log: LogLevel = 'none',
): CatalogueEntry => ({
  code,
  status,
  message,
  messageKey: `errors.${code}`,
  log,
});

/**
 * Errors of core itself (errors section 3). A feature adds its own in `<name>.errors.ts`; every
 * error response is one of these.
 */
export const CATALOGUE = {
  unauthorized: errorEntry('unauthorized', 401, 'Credentials are missing or not valid.'),
  ipAllowlistRestricted: {
    ...errorEntry(
      'ip_allowlist_restricted',
      403,
      "The IP address of this request is not on the tenant's allowlist.",
    ),
    envelope: 'security',
  },
  stepUpRequired: errorEntry(
    'step_up_required',
    403,
    'This request requires you to confirm your identity again. Use one of the kinds of factor in the response, then repeat the request.',
  ),
  secondFactorRequired: {
    ...errorEntry(
      'second_factor_required',
      403,
      'Your role needs a second factor in this session. Add one or use one on the Account security page, then repeat the request.',
    ),
    envelope: 'security',
  },
  breakGlassSession: {
    ...errorEntry(
      'break_glass_session',
      403,
      'A break-glass session may only open its use, and then change connections, enforcement and people. Sign in with your usual account for everything else.',
    ),
    envelope: 'security',
  },
  notFound: errorEntry('not_found', 404, 'Not found.'),
  conflict: errorEntry('conflict', 409, 'The resource changed since you read it. Read it again and retry.'),
  blocked: errorEntry('conflict', 409, 'The current state does not allow this; block_reason says why.'),
  staleSettings: errorEntry(
    'stale_settings',
    400,
    'The settings changed since you read them. Read them again and retry.',
  ),
  preconditionRequired: errorEntry(
    'precondition_required',
    428,
    'A draft exists. Read it and send its etag.',
  ),
  duplicateRequest: errorEntry(
    'conflict',
    409,
    'A request with this idempotency key is still in progress. Repeat it after Retry-After.',
  ),
  idempotencyKeyReuse: errorEntry(
    'idempotency_key_reuse',
    422,
    'This idempotency key was used for another request. Use a new key.',
  ),
  invalidJson: errorEntry('validation_failed', 400, 'The body is not valid JSON.'),
  validationFailed: errorEntry('validation_failed', 400, 'The request is not valid.'),
  unsupportedMediaType: errorEntry(
    'unsupported_media_type',
    415,
    'This route does not accept this content type.',
  ),
  expectationFailed: errorEntry(
    'expectation_failed',
    417,
    'The only value allowed in the header Expect is 100-continue. Send the request without it.',
  ),
  validationError: errorEntry('validation_error', 422, 'Validation error'),
  contentTooLarge: errorEntry('content_too_large', 413, 'The body is larger than this route accepts.'),
  rateLimited: errorEntry('rate_limited', 429, 'Too many requests. Wait for the time in Retry-After.'),
  internalError: errorEntry(
    'internal_error',
    500,
    'An internal error occurred. Retry; if it happens again, report the request ID.',
    'error',
  ),
  tenantRouteMissing: errorEntry(
    'tenant_route_missing',
    500,
    'The service is not configured for this tenant.',
    'error',
  ),
  clientProvisioning: errorEntry(
    'client_provisioning',
    503,
    'This client is still being set up and has no data store for calls and campaigns yet. Nothing was ' +
      'written. Ask your operator to set its data route.',
  ),
  bearerNotConfigured: errorEntry(
    'bearer_not_configured',
    500,
    'Bearer authentication is not configured.',
    'error',
  ),
  dependencyUnavailable: errorEntry(
    'dependency_unavailable',
    503,
    'A required dependency is not available. Retry shortly.',
    'warn',
  ),

  bodyTooSlow: errorEntry(
    'request_timeout',
    408,
    'The body arrived too slowly. Send it again at 16 KiB per second or more, without pauses of several seconds.',
  ),
  // Not logged individually: a flood of bodies would become a flood of log lines. The metrics count
  // them.
  overloaded: errorEntry(
    'overloaded',
    503,
    'Too many request bodies are being processed. Send the request again after Retry-After.',
  ),
} as const satisfies Record<string, CatalogueEntry>;
