import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import {
  END_OTHER_WAYS,
  END_SESSIONS_OF_CONNECTION,
  END_SESSIONS_OF_PERSON,
  END_SESSIONS_OF_USE,
  LIMIT_SESSIONS_OF_USE,
} from './entry.queries.js';

/**
 * Ends sessions for other features, within a second in every process (portal-sessions 9.3). Each
 * method returns how many have ended.
 */
@Injectable()
export class SessionEnds {
  constructor(private readonly store: SystemQueries) {}

  ofPerson(userId: string): Promise<number> {
    return this.end(END_SESSIONS_OF_PERSON, userId);
  }

  /**
   * Ends the sessions of people with a customer's role that did not begin through the client's
   * connection, and that count for no other role.
   */
  ofOtherWays({ clientId, dataEnv }: Tenant, connectionId: string): Promise<number> {
    return this.end(END_OTHER_WAYS, clientId, dataEnv, connectionId);
  }

  ofConnection(connectionId: string): Promise<number> {
    return this.end(END_SESSIONS_OF_CONNECTION, connectionId);
  }

  ofBreakGlassUse(useId: string): Promise<number> {
    return this.end(END_SESSIONS_OF_USE, useId);
  }

  /** Limits the sessions of a break-glass use to an instant. */
  async ofBreakGlassUseAt(useId: string, endsAt: Date): Promise<void> {
    await this.store.query(LIMIT_SESSIONS_OF_USE, [useId, endsAt]);
  }

  private async end(statement: NamedQuery, ...values: string[]): Promise<number> {
    const [row] = await this.store.query<{ ended: number }>(statement, values);
    return row?.ended ?? 0;
  }
}
