import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { NOTE_PROOF } from './entry.queries.js';

/** Records that the person of a session has proved again who they are (portal-sessions 9.4). */
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
}
