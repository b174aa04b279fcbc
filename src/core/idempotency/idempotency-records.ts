import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import type { Tenant } from '../shared/auth-context.js';
import type { CatalogueEntry } from '../shared/catalogue.js';
import { currentRequestId } from '../shared/request-context.js';
import { SystemQueries } from '../database/metadata/system-queries.js';
import { Clock } from '../time/clock.js';
import {
  COMPLETE_FROM_EFFECT,
  FIND_RECORD,
  HAND_BACK,
  IS_HELD,
  REAP,
  RELEASE,
  RESERVE,
} from './idempotency.queries.js';
import { DecryptionError, KeyUnavailableError } from '../privacy/privacy.errors.js';
import { TenantKeys, type TenantKey } from '../privacy/keys/tenant-keys.js';
import { keptAnswer, openedAnswer } from './stored-response.js';
import { effectValues, Reservation } from '../database/unit-of-work/reservation.js';
import type {
  Digest,
  EffectRow,
  Grant,
  EffectStore,
  KeptAnswer,
  RecordKey,
  StoredResponse,
} from '../database/unit-of-work/reservation.js';
import { DAY_MS } from '../time/wall-clock.policy.js';

// A day covers every usual retry schedule; after that a key is free again.
const KEPT_MS = DAY_MS;

// A record that disappears before it is read was released between two statements: the next try gets
// the key.
const MAX_TRIES = 3;

interface AnswerRule {
  readonly status: number;
  readonly isPlain: boolean;
  readonly effectIn: EffectStore;
  readonly inProgress: CatalogueEntry;
}

export type ReservationResult =
  | { readonly kind: 'reserved'; readonly reservation: Reservation }
  /** The first request is in progress; null while its body is not known yet. */
  | { readonly kind: 'in_progress'; readonly fingerprint: Buffer | null; readonly retryAfterSeconds: number }
  | { readonly kind: 'completed'; readonly fingerprint: Buffer; readonly answer: StoredResponse };

interface RecordRow extends KeptAnswer {
  fingerprint: Buffer | null;
  is_completed: boolean;
  locked_until: Date;
}

const valuesOf = ({ clientId, dataEnv, operation, keyHash, actor }: RecordKey) => [
  clientId,
  dataEnv,
  operation,
  keyHash,
  actor,
];

// A record that was moved or damaged can never be opened.
const asUnavailable = (error: unknown): never => {
  throw error instanceof DecryptionError
    ? new KeyUnavailableError('A stored response could not be decrypted', error)
    : error;
};

/**
 * Idempotency records of all processes, in the metadata store (docs/architecture.md,
 * "Idempotency").
 */
@Injectable()
export class IdempotencyRecords {
  private readonly lockMs: number;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly reads: SystemQueries,
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {
    this.lockMs = settings.idempotency.lockMs;
  }

  /**
   * Reserves the key for one request, or returns its state. Committed on return.
   * @param fingerprint the finished fingerprint, or the digest for a streamed body
   * @param answer the status on success, whether it is stored in plain text, the store of its
   *   effect, and the error while another request holds the key
   * @throws KeyUnavailableError (503) if a response cannot be sealed or opened; no key is reserved
   *   then
   */
  async reserve(
    key: RecordKey,
    fingerprint: Buffer | Digest,
    { status, isPlain, effectIn, inProgress }: AnswerRule,
  ): Promise<ReservationResult> {
    // Call it before any work, while no transaction holds a connection.
    const sealing = isPlain ? null : await this.keys.current(key, 'encryption');
    const isKnown = Buffer.isBuffer(fingerprint);
    for (let attempt = 1; ; attempt += 1) {
      const now = this.clock.now();
      const lockToken = randomUUID();
      const expiresAt = new Date(now.getTime() + KEPT_MS);
      const [taken] = await this.reads.query<{ is_takeover: boolean }>(RESERVE, [
        ...valuesOf(key),
        isKnown ? fingerprint : null,
        lockToken,
        new Date(now.getTime() + this.lockMs),
        expiresAt,
        now,
        currentRequestId(),
      ]);
      if (taken) {
        const isTakeover = taken.is_takeover;
        const isHeld = (): Promise<boolean> => this.isHeld(key, lockToken);
        const keep: Grant['keep'] = (body, headers) =>
          keptAnswer(key, { status, headers, body: JSON.stringify(body) }, sealing);
        const grant = { key, lockToken, expiresAt, keep, effectIn, inProgress, isTakeover, isHeld };
        const reservation = isKnown
          ? new Reservation(grant, fingerprint)
          : new Reservation(grant, null, fingerprint);
        return { kind: 'reserved', reservation };
      }
      const [row] = await this.reads.query<RecordRow>(FIND_RECORD, valuesOf(key));
      if (row) return this.statusOf(key, row, now);
      if (attempt >= MAX_TRIES) return { kind: 'in_progress', fingerprint: null, retryAfterSeconds: 1 };
    }
  }

  /**
   * Releases the key, so that the next request does the work; does nothing once the response is
   * stored.
   */
  async release({ grant: { key, lockToken, effectIn } }: Reservation): Promise<void> {
    await this.reads.query(effectIn === 'tenant' ? HAND_BACK : RELEASE, [...valuesOf(key), lockToken]);
  }

  /** Completes the record of an effect in a tenant store; no-op once it is completed. */
  async completeFrom(tenant: Tenant, effect: EffectRow): Promise<void> {
    await this.reads.query(COMPLETE_FROM_EFFECT, [tenant.clientId, tenant.dataEnv, ...effectValues(effect)]);
  }

  /**
   * The response stored under a key.
   * @throws KeyUnavailableError (503) if it cannot be opened
   */
  answerOf(key: RecordKey, kept: KeptAnswer): Promise<StoredResponse> {
    const keyOf = (keyId: string): Promise<TenantKey> => this.keys.byId(key, 'encryption', keyId);
    return openedAnswer(key, kept, keyOf).catch(asUnavailable);
  }

  /** Removes at most this many expired records. @returns how many it removed */
  async reap(most: number): Promise<number> {
    return (await this.reads.query(REAP, [this.clock.now(), most])).length;
  }

  private async isHeld(key: RecordKey, lockToken: string): Promise<boolean> {
    return (await this.reads.query(IS_HELD, [...valuesOf(key), lockToken])).length > 0;
  }

  private async statusOf(key: RecordKey, row: RecordRow, now: Date): Promise<ReservationResult> {
    if (row.is_completed && row.fingerprint) {
      return { kind: 'completed', fingerprint: row.fingerprint, answer: await this.answerOf(key, row) };
    }
    // Wait as long as the request has taken so far: most finish soon, and a crashed one expires at
    // its deadline.
    const leftMs = row.locked_until.getTime() - now.getTime();
    const waitMs = Math.min(this.lockMs - leftMs, leftMs);
    return {
      kind: 'in_progress',
      fingerprint: row.fingerprint,
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    };
  }
}
