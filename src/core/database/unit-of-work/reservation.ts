import type { createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Tenant } from '../../shared/auth-context.js';
import type { CatalogueEntry } from '../../shared/catalogue.js';
import { PlatformError } from '../../shared/platform-error.js';

declare module '../../shared/platform-request.js' {
  interface PlatformRequest {
    /** Set by IdempotencyInterceptor, where @Idempotent stands; null where the key was left out. */
    reservation?: Reservation | null;
  }
}

/** Finds a record: one caller's key for one operation. */
export interface RecordKey extends Tenant {
  readonly operation: string;
  /** SHA-256 of the key. */
  readonly keyHash: Buffer;
  readonly actor: string;
}

/** The first answer of a route. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON text of the body. */
  readonly body: string;
}

/** An answer as its record keeps it. */
export interface KeptAnswer {
  readonly response_status: number;
  readonly response_headers: Record<string, string>;
  readonly response_body: string;
}

/** A keyed hash that is still fed. */
export type Digest = ReturnType<typeof createHmac>;

/** In which store the effect of a route lies: with the records, or with the tenant's calls. */
export type EffectStore = 'metadata' | 'tenant';

/** The terms on which a request holds its key. */
export interface Grant {
  readonly key: RecordKey;
  /** Proves at completion that no other request has taken the work over since. */
  readonly lockToken: string;
  readonly expiresAt: Date;
  /** An answer of the route as it is to be kept, sealed where that is its rule. */
  readonly keep: (body: object, headers: Readonly<Record<string, string>>) => KeptAnswer;
  readonly effectIn: EffectStore;
  /** The answer to a request while another one holds the key. */
  readonly inProgress: CatalogueEntry;
  /**
   * Whether another request has held the key before: its effect may stand, or may yet be committed.
   */
  readonly isTakeover: boolean;
  /**
   * Asks the metadata store whether no other request has taken the key over, or the answer is there
   * already.
   */
  readonly isHeld: () => Promise<boolean>;
}

/**
 * An answer as the tenant store keeps it beside its effect, until the record in the metadata store
 * has it.
 */
export interface EffectRow extends KeptAnswer {
  readonly operation: string;
  readonly key_hash: Buffer;
  readonly actor: string;
  readonly lock_token: string;
  readonly fingerprint: Buffer;
  readonly completed_at: Date;
  readonly expires_at: Date;
}

/** The stored values of an effect, in the order of the columns of both tables. */
export const effectValues = (effect: EffectRow): unknown[] => [
  effect.operation,
  effect.key_hash,
  effect.actor,
  effect.lock_token,
  effect.fingerprint,
  effect.completed_at,
  effect.expires_at,
  effect.response_status,
  effect.response_headers,
  effect.response_body,
];

/** The right to do the work of one idempotency key, taken before the work and completed with it. */
export class Reservation {
  /** Set by the transaction that stores the answer. */
  isCompleted = false;
  /**
   * The row that the transaction has left in a tenant store. It is null in the metadata store,
   * where the transaction completes the record itself.
   */
  effect: EffectRow | null = null;
  /** Whether another request has done the work, or may have. */
  isContested: boolean;

  /**
   * @param ownFingerprint null while a streamed body has not been read to its end
   * @param digest of a body that is yet to be read; null where the fingerprint stands
   */
  constructor(
    readonly grant: Grant,
    private ownFingerprint: Buffer | null,
    private readonly digest: Digest | null = null,
  ) {
    this.isContested = grant.isTakeover;
  }

  /** @throws Error while the body of a streamed request has not been read to its end */
  get fingerprint(): Buffer {
    if (!this.ownFingerprint) throw new Error('The body has to be read before its request is completed.');
    return this.ownFingerprint;
  }

  /** The answer to this request when another one has taken its key over. */
  taken(): PlatformError {
    return new PlatformError(this.grant.inProgress, { retryAfterSeconds: 1 });
  }

  /**
   * Whether this is the request of the fingerprint; null while its body has not been read to its
   * end.
   */
  matches(fingerprint: Buffer): boolean | null {
    return this.ownFingerprint?.equals(fingerprint) ?? null;
  }

  /** The chunks of a streamed body, fingerprinted in passing. */
  async *follow(body: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      this.digest?.update(chunk);
      yield chunk;
    }
    this.ownFingerprint ??= this.digest?.digest() ?? null;
  }
}
