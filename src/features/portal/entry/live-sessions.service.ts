import { Injectable } from '@nestjs/common';
import type { PersonClaims } from '../../../core/auth/verified-tokens.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { DataEnv } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { LIVE_SESSION } from './entry.queries.js';

interface Row {
  readonly subject: string;
  readonly data_env: DataEnv;
  readonly auth_time: Date | null;
  readonly amr: string[];
  readonly connection_id: string | null;
  readonly break_glass_id: string | null;
  readonly only_client_id: string | null;
}

/** Finds the sessions in which longer operations began, without their cookie. */
@Injectable()
export class LiveSessions {
  constructor(
    private readonly store: SystemQueries,
    private readonly clock: Clock,
  ) {}

  /** The claims of a session's person; null if the session has ended. */
  async claimsOf(sessionId: string): Promise<PersonClaims | null> {
    const [row] = await this.store.query<Row & Record<string, unknown>>(LIVE_SESSION, [
      sessionId,
      this.clock.now(),
    ]);
    if (!row) return null;
    return {
      subject: row.subject,
      dataEnv: row.data_env,
      proof: {
        authTime: row.auth_time,
        amr: row.amr,
        connectionId: row.connection_id,
        breakGlassId: row.break_glass_id,
        sessionId,
      },
      onlyClientId: row.only_client_id,
    };
  }
}
