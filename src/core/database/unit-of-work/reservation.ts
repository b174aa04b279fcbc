import type { createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Tenant } from '../../shared/auth-context.js';
import type { CatalogueEntry } from '../../shared/catalogue.js';
import { PlatformError } from '../../shared/platform-error.js';

declare module '../../shared/platform-request.js' {
  interface PlatformRequest {
    /** Set by IdempotencyInterceptor; null if no key was sent. */
    reservation?: Reservation | null;
  }
}

export interface RecordKey extends Tenant {
  readonly operation: string;
  /** SHA-256 of the key. */
  readonly keyHash: Buffer;
  readonly actor: string;
}

export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface KeptAnswer {
  readonly response_status: number;
  readonly response_headers: Record<string, string>;
  readonly response_body: string;
}

/** An unfinished keyed hash. */
export type Digest = ReturnType<typeof createHmac>;

/** The store with the effect of a route: that of the records, or that of the tenant's calls. */
export type EffectStore = 'metadata' | 'tenant';

/** The terms on which a request holds its key. */
export interface Grant {
  readonly key: RecordKey;
  /** Proves at completion that no other request has taken over the work. */
  readonly lockToken: string;
  readonly expiresAt: Date;
  /** Converts a response of the route to its stored form, sealed if the rule says so. */
  readonly keep: (body: object, headers: Readonly<Record<string, string>>) => KeptAnswer;
  readonly effectIn: EffectStore;
  /** The response to a request while another one holds the key. */
  readonly inProgress: CatalogueEntry;
  /**
   * Whether another request has held the key: its effect may be stored, or may still be committed.
   */
  readonly isTakeover: boolean;
  /**
   * Checks in the metadata store whether this request still holds the key, or whether the response
   * already exists.
   */
  readonly isHeld: () => Promise<boolean>;
}

/** A response stored with its effect in the tenant store, until the record has it. */
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

/**
 * The right to do the work of one idempotency key, acquired before the work and completed with it.
 */
export class Reservation {
  /** Set by the transaction that stores the answer. */
  isCompleted = false;
  /**
   * The row that the transaction wrote in a tenant store; null in the metadata store, where it
   * completes the record itself.
   */
  effect: EffectRow | null = null;
  /** Whether another request has done the work, or may have. */
  isContested: boolean;

  /**
   * @param ownFingerprint null until a streamed body has been read completely
   * @param digest of a body that is still to be read; null if the fingerprint is known
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

  taken(): PlatformError {
    return new PlatformError(this.grant.inProgress, { retryAfterSeconds: 1 });
  }

  /** Whether this request has the fingerprint; null while its body has not been read to its end. */
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
