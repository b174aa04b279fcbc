/** One field that the service refused. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly code: string | null;
}

/** The service answered with an error. Decide by `status` and `code`; messages may change. */
export class TelephonyError extends Error {
  override readonly name = 'TelephonyError';

  constructor(
    message: string,
    /** HTTP status of the response. */
    readonly status: number,
    /** The reason, such as `project_archived`; null if the response has no code. */
    readonly code: string | null,
    /** X-Request-ID of the response: quote it when you contact support. */
    readonly requestId: string | null,
    readonly fieldErrors: readonly FieldError[],
    /** Seconds to wait before the next attempt. */
    readonly retryAfter: number | null,
    /** The response body, unchanged. */
    readonly body: unknown,
  ) {
    super(message);
  }
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const first = (...values: unknown[]): string | null =>
  values.map(text).find((value) => value !== null) ?? null;

/**
 * The error in a body of any of the service's shapes. A body of another shape, such as a proxy's,
 * gives an error without a code.
 */
export function errorOf(body: unknown, response: Response): TelephonyError {
  const whole = objectOf(body);
  const inner = objectOf(whole['error']);
  const { status, headers } = response;
  const message =
    first(inner['message'], whole['message'], whole['error']) ?? `The service answered with ${status}.`;
  const fieldErrors = fieldErrorsOf(
    whole,
    inner['field_errors'] ?? objectOf(inner['details'])['field_errors'] ?? whole['field_errors'],
  );
  return new TelephonyError(
    messageWith(message, fieldErrors[0]),
    status,
    first(inner['code'], whole['code']) ?? (Array.isArray(whole['details']) ? 'validation_error' : null),
    headers.get('x-request-id'),
    fieldErrors,
    retryAfterOf(response) ?? retryAfterIn(body),
    body,
  );
}

/** The message with the first refused field, so that the message alone says what to fix. */
const messageWith = (message: string, refused: FieldError | undefined): string =>
  refused === undefined
    ? message
    : `${message} ${refused.field === '' ? '' : `${refused.field}: `}${refused.message}`;

/** In the format of paths in the service's other responses. */
const pathText = (parts: readonly unknown[]): string =>
  parts.map((part) => String(part).replaceAll(/[\\.]/g, String.raw`\$&`)).join('.');

function fieldErrorsOf(whole: Json, fields: unknown): FieldError[] {
  if (Array.isArray(whole['details'])) {
    return whole['details'].map(objectOf).map(({ loc, msg, type }) => ({
      field: Array.isArray(loc) ? pathText(loc.slice(1)) : '',
      message: text(msg) ?? '',
      code: text(type),
    }));
  }
  if (Array.isArray(fields)) {
    return fields.map(objectOf).map(({ field, message, code }) => ({
      field: text(field) ?? '',
      message: text(message) ?? '',
      code: text(code),
    }));
  }
  return Object.entries(objectOf(fields)).map(([field, message]) => ({
    field,
    message: text(message) ?? '',
    code: null,
  }));
}

/**
 * Seconds that the Retry-After header asks for, or null.
 * @param now milliseconds since 1970, for a header with a date
 */
export function retryAfterOf({ headers }: Response, now: number = Date.now()): number | null {
  const asked = headers.get('retry-after');
  if (asked === null) return null;
  if (/^\d+$/.test(asked)) return Number(asked);
  const date = Date.parse(asked);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

/** The wait in seconds from one of the documented fields of a response body, or null. */
export function retryAfterIn(body: unknown): number | null {
  const whole = objectOf(body);
  const places = [whole, objectOf(whole['error'])].flatMap((it) => [
    it,
    objectOf(it['details']),
    objectOf(it['field_errors']),
  ]);
  const seconds = places.map((it) => it['retry_after_seconds']).find((it) => typeof it === 'number');
  return seconds !== undefined && seconds >= 0 ? seconds : null;
}
