import { CATALOGUE, CatalogueEntry } from './catalogue.js';

export interface FieldError {
  /** Path of the field, outermost first: ['query', 'start_date'], ['body', 'contacts', 3, 'to_number']. */
  readonly loc: readonly (string | number)[];
  readonly message: string;
  readonly type: string;
}

/** The guard of a 409 that no longer holds: paths and counters, never a value that changed. */
export interface StaleGuard {
  /** The header or the field that named an earlier state. */
  readonly guard: string;
  /** The state that it named; null if this service never issued such a state. */
  readonly sent: string | null;
  /** The state that it must name; null if it no longer exists. */
  readonly current: string | null;
  /** Paths that have changed since; null if they are not known. */
  readonly changed_paths: readonly string[] | null;
}

/** Facts about the obstacle to a request, by name; the answer contains them. */
export type BlockFacts = Readonly<Record<string, string | number | readonly string[]>>;

interface PlatformErrorOptions {
  /** Replaces the catalogue's message; for callers, so neither internals nor personal data. */
  readonly message?: string;
  readonly fields?: readonly FieldError[];
  /** Seconds after which a retry may help; sent as Retry-After. */
  readonly retryAfterSeconds?: number;
  /** For a 409: the guard that no longer holds. */
  readonly stale?: StaleGuard;
  /** The obstacle to a request, in lower-case words joined by `_`: step_up_required (errors 1.15). */
  readonly blockReason?: string;
  /** Facts about it, such as the kinds of factors that count. */
  readonly blockFacts?: BlockFacts;
  /** Name of the store that failed; only for the log. */
  readonly store?: string;
  readonly cause?: unknown;
}

/**
 * The one error class that features throw; the ErrorFilter converts it to the surface's envelope.
 */
export class PlatformError extends Error {
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  readonly stale: StaleGuard | undefined;
  readonly blockReason: string | undefined;
  readonly blockFacts: BlockFacts;
  readonly store: string | undefined;

  constructor(
    readonly entry: CatalogueEntry,
    options: PlatformErrorOptions = {},
  ) {
    super(options.message ?? entry.message, { cause: options.cause });
    this.name = 'PlatformError';
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.stale = options.stale;
    this.blockReason = options.blockReason;
    this.blockFacts = options.blockFacts ?? {};
    this.store = options.store;
  }
}

/**
 * A reason whose words come from this code and contain neither data nor secrets: the only messages
 * that are logged.
 */
export class LoggableError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'LoggableError';
  }
}

/**
 * The reason of a handled failure, fit for logs and storage: the first LoggableError among its
 * causes, else the code of one of our errors, else the class of the error.
 */
export function reasonOf(error: unknown): string {
  for (let it = error; it instanceof Error; it = it.cause) {
    if (it instanceof LoggableError) return it.message;
  }
  if (error instanceof PlatformError) return error.entry.code;
  return error instanceof Error ? error.constructor.name : typeof error;
}

/** Absent, foreign and hidden have the same response (access 6.1). */
export const notFound = (): PlatformError => new PlatformError(CATALOGUE.notFound);

/** 503 of a dead dependency; the cause and the name of its store stay in the log. */
export const unavailable = (cause: unknown, retryAfterSeconds?: number, store?: string): PlatformError =>
  new PlatformError(CATALOGUE.dependencyUnavailable, {
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(store === undefined ? {} : { store }),
  });

/** Whether an error is the 503 of a dead dependency, which may work again later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof PlatformError && error.entry.status === CATALOGUE.dependencyUnavailable.status;

export const unprocessable = (...fields: FieldError[]): PlatformError =>
  new PlatformError(CATALOGUE.validationError, { fields, ...messageOf(fields) });

/** 422 for a body that is JSON of another kind, or that is missing (requests 3.4). */
export const notAnObject = (): PlatformError =>
  unprocessable({ loc: ['body'], message: 'must be a JSON object', type: 'object_type' });

export const validationFailed = (...fields: FieldError[]): PlatformError =>
  new PlatformError(CATALOGUE.validationFailed, { fields, ...messageOf(fields) });

/** The first fault, and how many more there are (errors 4.5). */
export function messageOf([first, ...others]: readonly FieldError[]): { readonly message?: string } {
  if (!first) return {};
  const more = others.length === 0 ? '' : ` (and ${others.length} more: see field_errors)`;
  return { message: `${nameOf(first)}: ${first.message}${more}` };
}

/** A field by its path; by its location if no single field is at fault. */
const nameOf = ({ loc: [place, ...path] }: FieldError): string => path.join('.') || String(place);
