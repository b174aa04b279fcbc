import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { NOTE_PROOF, SESSION_BEGAN, SESSION_PROVED } from './entry.queries.js';

/**
 * How the person of a session proved their identity: at its beginning, and again (portal-sessions
 * 9.4).
 */
@Injectable()
export class SessionProofs {
  constructor(
    private readonly store: SystemQueries,
    private readonly clock: Clock,
  ) {}

  /** @param method as in `amr`: `otp`, `hwk` */
  async add(sessionId: string, method: string): Promise<void> {
    await this.store.query(NOTE_PROOF, [sessionId, this.clock.now(), method]);
  }

  /** When the person last proved a second factor of this service in the session; null: never. */
  async provedAt(sessionId: string): Promise<Date | null> {
    const [row] = await this.store.query<{ proved_at: Date | null }>(SESSION_PROVED, [sessionId]);
    return row?.proved_at ?? null;
  }

  /** When the session began, which a step-up does not move; null: it has ended. */
  async beganAt(sessionId: string): Promise<Date | null> {
    const [row] = await this.store.query<{ created_at: Date }>(SESSION_BEGAN, [sessionId]);
    return row?.created_at ?? null;
  }
}
