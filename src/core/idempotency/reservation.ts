import { createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { TenantKey } from '../privacy/tenant-keys.js';
import type { Tenant } from '../kernel/auth-context.js';

declare module '../kernel/platform-request.js' {
  interface PlatformRequest {
    /** Set by IdempotencyInterceptor, where @Idempotent stands; null where the key was left out. */
    reservation?: Reservation | null;
  }
}

/** What a record is found by: one caller's key for one operation. */
export interface RecordKey extends Tenant {
  readonly operation: string;
  /** SHA-256 of the key. */
  readonly keyHash: Buffer;
  readonly actor: string;
}

/** What a route answered the first time. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON text of the body. */
  readonly body: string;
}

/** A keyed hash that is still fed. */
export type Digest = ReturnType<typeof createHmac>;

/**
 * A fingerprint in the making: HMAC-SHA-256 of the request's method, address, If-Match and raw body. The address is part
 * of it, because a key that came back for another resource must not be answered with this one; the guard, because the
 * same edit of what another person has changed meanwhile is another request. It is keyed, because a short secret in a body
 * could be guessed from a plain hash.
 */
export const beginFingerprint = (key: KeyObject, method: string, url: string, guard = ''): Digest =>
  createHmac('sha256', key).update(JSON.stringify(['idempotency', method, url, guard]));

/** The right to do the work of one idempotency key, taken before the work and completed with it. */
export class Reservation {
  /** Set by the transaction that stores the answer. */
  isCompleted = false;

  /**
   * @param lockToken proves at completion that no other request has taken the work over since
   * @param status the route's status on success
   * @param sealing the key that the answer is sealed with; null: it is kept in clear
   * @param digest of a body that is yet to be read; null where the fingerprint stands
   */
  constructor(
    readonly key: RecordKey,
    readonly lockToken: string,
    readonly status: number,
    readonly sealing: TenantKey | null,
    private ownFingerprint: Buffer | null,
    private readonly digest: Digest | null = null,
  ) {}

  /** @throws Error while the body of a streamed request has not been read to its end */
  get fingerprint(): Buffer {
    if (!this.ownFingerprint) throw new Error('The body has to be read before its request is completed.');
    return this.ownFingerprint;
  }

  /** The pieces of a streamed body, fingerprinted in passing. */
  async *follow(body: Readable): AsyncGenerator<Buffer> {
    for await (const piece of body as AsyncIterable<Buffer>) {
      this.digest?.update(piece);
      yield piece;
    }
    this.ownFingerprint ??= this.digest?.digest() ?? null;
  }
}
