import { CATALOGUE, type CatalogueEntry } from '../shared/catalogue.js';
import type { EffectStore } from '../database/unit-of-work/reservation.js';

/** How a route takes its idempotency key (requests 5.1). */
export interface IdempotencyRule {
  /**
   * The operation that the key belongs to; the same key on another operation is another key. Default:
   * the name of the handler.
   */
  readonly operation: string;
  /**
   * Where the key stands: the Idempotency-Key header, or there or in the body's `idempotency_key`.
   */
  readonly key: 'header' | 'header_or_body';
  /** Without a key: 400, or the work is simply done. */
  readonly required: boolean;
  readonly minLength: number;
  readonly maxLength: number;
  /** The error while another request holds the key, also after that one took it over. */
  readonly inProgress: CatalogueEntry;
  /**
   * The answer holds nothing personal and is kept in clear. Else it is kept sealed, and without the
   * tenant's key nothing is done: 503.
   */
  readonly plainAnswer?: boolean;
  /**
   * In which store the handler completes its reservation: a request that takes a key over looks
   * there first.
   */
  readonly effect: EffectStore;
  /**
   * The path parameter of the resource that the key belongs to: for another resource it is another
   * key. It is the same key for all callers of the tenant.
   */
  readonly resource?: string;
  /**
   * The query parameter by which, when it is `true`, nothing is written: the key is checked and not
   * used up.
   */
  readonly dryRun?: string;
  /** A replay is answered by the handler, which gets the first answer by `@Replayed()`. */
  readonly answersReplays?: boolean;
  /** The handler reads the body itself, through `Reservation.follow`. */
  readonly streamed?: boolean;
}

/** Defaults of a rule (requests 5.1). */
export const KEY_DEFAULTS = {
  key: 'header',
  required: false,
  minLength: 1,
  maxLength: 128,
  effect: 'metadata',
  inProgress: CATALOGUE.duplicateRequest,
} as const;

/**
 * Where a route's IdempotencyRule travels inside the raw document, until buildOpenApi turns it into
 * a header.
 */
export const IDEMPOTENCY_EXTENSION = 'x-idempotency';

/** Metadata key under which a handler's IdempotencyRule stands. */
export const IDEMPOTENCY_RULE = 'idempotency:rule';
