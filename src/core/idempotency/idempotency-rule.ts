import { CATALOGUE, type CatalogueEntry } from '../shared/catalogue.js';
import type { EffectStore } from '../database/unit-of-work/reservation.js';

/** How a route accepts its idempotency key (requests 5.1). */
export interface IdempotencyRule {
  /**
   * The operation that the key belongs to; keys of different operations are unrelated. Default: the
   * handler's name.
   */
  readonly operation: string;
  /** The Idempotency-Key header, or that or the body's `idempotency_key`. */
  readonly key: 'header' | 'header_or_body';
  /** If true, a request without a key is 400; otherwise it is executed without one. */
  readonly required: boolean;
  readonly minLength: number;
  readonly maxLength: number;
  /** The error while another request holds the key, and after that request has taken it over. */
  readonly inProgress: CatalogueEntry;
  /**
   * The response contains no personal data and is stored in plain text; otherwise it is sealed, and
   * 503 without the tenant's key.
   */
  readonly plainAnswer?: boolean;
  /**
   * The store in which the handler completes its reservation: a request that takes over a key looks
   * there first.
   */
  readonly effect: EffectStore;
  /**
   * The path parameter of the resource that the key belongs to. Then all callers of the tenant
   * share the key.
   */
  readonly resource?: string;
  /** The query parameter for a dry run: if it is `true`, the key is checked but not used. */
  readonly dryRun?: string;
  /** The handler answers a replay; `@Replayed()` gives it the first response. */
  readonly answersReplays?: boolean;
  /** The handler reads the body itself, through `Reservation.follow`. */
  readonly streamed?: boolean;
}

export const KEY_DEFAULTS = {
  key: 'header',
  required: false,
  minLength: 1,
  maxLength: 128,
  effect: 'metadata',
  inProgress: CATALOGUE.duplicateRequest,
} as const;

/**
 * Holds a route's IdempotencyRule in the raw document until buildOpenApi turns it into a header.
 */
export const IDEMPOTENCY_EXTENSION = 'x-idempotency';

export const IDEMPOTENCY_RULE = 'idempotency:rule';
