import { STATUS_CODES } from 'node:http';
import { UNNAMED } from '../../shared/field-names.policy.js';
import { pathText } from '../../shared/json/json-path.js';
import type { FieldError, PlatformError } from '../../shared/platform-error.js';

export type Surface = 'general' | 'validation' | 'partner' | 'domain' | 'export' | 'security' | 'health';

/** The format of errors on routes of a foreign protocol, instead of our envelopes. */
export interface ErrorForm {
  readonly mediaType: string;
  readonly bodyOf: (error: PlatformError) => object;
}

type Envelope = (error: PlatformError, requestId: string) => object;

const pathOf = (field: FieldError): string => {
  const inside = field.loc.slice(1);
  return pathText(inside.length > 0 ? inside : field.loc);
};

const fieldErrors = (error: PlatformError) =>
  error.fields.map((field) => ({ field: pathOf(field), message: field.message, code: field.type }));

const optional = <K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, V>);

const filled = <T extends object>(value: T): T | undefined =>
  Object.keys(value).length > 0 ? value : undefined;

const detailsOf = (error: PlatformError) =>
  filled({
    ...(error.fields.length > 0 ? { field_errors: fieldErrors(error) } : {}),
    ...optional('retry_after_seconds', error.retryAfterSeconds),
    ...optional('stale', error.stale),
    ...optional('block_reason', error.blockReason),
    ...error.blockFacts,
  });

const isFrameworks422 = (error: PlatformError): boolean => error.entry.code === 'validation_error';

/** The framework's 422, on every surface without its own. */
const validation: Envelope = (error) => ({
  error: 'Validation error',
  details: error.fields.map(({ loc, message, type }) => ({ loc, msg: message, type })),
  status_code: 422,
});

// Their message is the text of the status; other errors have a code for the caller.
const PLAIN = new Set([401, 404, 500, 503]);

const general: Envelope = (error, requestId) => {
  const { status } = error.entry;
  if (isFrameworks422(error)) return validation(error, requestId);
  if (PLAIN.has(status)) return { error: error.message, status_code: status };
  const details = detailsOf(error);
  return {
    error: {
      code: error.entry.code,
      message: error.message,
      ...(error.entry.nestsDetails ? optional('details', details) : details),
    },
    status_code: status,
  };
};

const partner: Envelope = (error, requestId) => ({
  error: {
    code: error.entry.code,
    message: error.message,
    message_key: error.entry.messageKey,
    status: error.entry.status,
    request_id: requestId,
    ...optional('details', detailsOf(error)),
  },
});

const security: Envelope = (error, requestId) => ({
  error: {
    code: error.entry.code,
    message: error.message,
    message_key: error.entry.messageKey,
    request_id: requestId,
    ...optional('details', detailsOf(error)),
  },
});

const domainFieldErrors = ({ fields, entry, retryAfterSeconds }: PlatformError) => ({
  ...byPath(fields),
  ...(entry.waitInFieldErrors ? optional('retry_after_seconds', retryAfterSeconds) : {}),
});

const domain: Envelope = (error, requestId) => ({
  code: error.entry.code,
  message: error.message,
  ...optional('field_errors', filled(domainFieldErrors(error))),
  ...optional('block_reason', error.blockReason),
  ...optional('details', filled(error.blockFacts)),
  ...optional('retry_after_seconds', error.retryAfterSeconds),
  ...optional('stale', error.stale),
  request_id: requestId,
});

/** Messages by path. Names without repetition are listed one by one, not merged. */
function byPath(fields: readonly FieldError[]): Record<string, string> {
  const messages = new Map<string, string>();
  let unnamed = 0;
  for (const field of fields) {
    const path = pathOf(field);
    const isUnnamed = field.loc.at(-1) === UNNAMED;
    if (isUnnamed) unnamed += 1;
    messages.set(isUnnamed && unnamed > 1 ? `${path} (${unnamed})` : path, field.message);
  }
  return Object.fromEntries(messages);
}

const categoryOf = (status: number): string => {
  if (status === 413) return 'content_too_large';
  if (status === 429) return 'rate_limited';
  return (STATUS_CODES[status] ?? 'error').toLowerCase().replaceAll(' ', '_');
};

const exportEnvelope: Envelope = (error, requestId) =>
  isFrameworks422(error)
    ? validation(error, requestId)
    : {
        error: categoryOf(error.entry.status),
        code: error.entry.code,
        message: error.message,
        messageKey: error.entry.messageKey,
        ...optional('retry_after_seconds', error.retryAfterSeconds),
        ...(error.fields.length > 0 ? { field_errors: fieldErrors(error) } : {}),
      };

/** One envelope per surface (errors section 1). The health surface builds its responses itself. */
const ENVELOPES: Record<Surface, Envelope> = {
  general,
  validation: general,
  partner,
  domain,
  export: exportEnvelope,
  security,
  health: general,
};

/**
 * The body of an error response.
 * @param requestId the id inside the envelope, which is not the X-Request-ID of the response
 */
export function envelopeFor(surface: Surface, error: PlatformError, requestId: string): object {
  return ENVELOPES[error.entry.envelope ?? surface](error, requestId);
}
