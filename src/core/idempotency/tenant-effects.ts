import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../shared/auth-context.js';
import { inChunks } from '../shared/in-chunks.js';
import { reasonOf } from '../shared/platform-error.js';
import { TenantStores } from '../database/stores/tenant-stores.js';
import { Clock } from '../time/clock.js';
import { FIND_EFFECT, LIST_EFFECTS, REMOVE_EFFECTS } from './effect.queries.js';
import { IdempotencyRecords, type ReservationResult } from './idempotency-records.js';
import type { EffectRow, Reservation } from '../database/unit-of-work/reservation.js';

// Small enough to block neither store; an ordinary tenant has a handful.
const CHUNK = 100;

type Completed = Extract<ReservationResult, { kind: 'completed' }>;

/** Effects of idempotent requests in tenant stores, and the records that are still to be completed. */
@Injectable()
export class TenantEffects {
  private readonly logger = new Logger(TenantEffects.name);

  constructor(
    private readonly stores: TenantStores,
    private readonly records: IdempotencyRecords,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks for the effect of another holder of the key, and completes its record.
   * @returns null without an effect
   * @throws 503 if the tenant's store does not answer, or the response cannot be opened
   */
  async find(auth: AuthContext, { grant: { key } }: Reservation): Promise<Completed | null> {
    const [effect] = await this.stores.read<EffectRow>(auth, {
      ...FIND_EFFECT,
      values: [key.operation, key.keyHash, key.actor, this.clock.now()],
    });
    if (!effect) return null;
    await this.complete(auth, effect);
    const answer = await this.records.answerOf(key, effect);
    return { kind: 'completed', fingerprint: effect.fingerprint, answer };
  }

  /**
   * Completes the record of a committed effect. Never throws: the next request with the key, or the
   * relay, does it then.
   */
  async complete(auth: AuthContext, effect: EffectRow): Promise<void> {
    try {
      await this.records.completeFrom(auth, effect);
    } catch (error) {
      this.logger.warn({ msg: 'idempotency record not completed', reason: reasonOf(error) });
    }
  }

  /**
   * Completes the records of all effects of a tenant and removes the effects. May run twice.
   * @throws 503 when one of the stores cannot be reached
   */
  settle(auth: AuthContext): Promise<void> {
    return inChunks(CHUNK, async (chunk) => {
      const effects = await this.stores.read<EffectRow>(auth, { ...LIST_EFFECTS, values: [chunk] });
      for (const effect of effects) {
        // A day later the key is free, and another request may use it.
        if (effect.expires_at > this.clock.now()) await this.records.completeFrom(auth, effect);
      }
      const tokens = effects.map((effect) => effect.lock_token);
      if (tokens.length > 0) await this.stores.transaction(auth, (tx) => tx.query(REMOVE_EFFECTS, [tokens]));
      return effects.length;
    });
  }
}
