import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../shared/auth-context.js';
import { SystemQueries } from '../database/metadata/system-queries.js';
import { Clock } from '../time/clock.js';
import { TOUCH_ASSIGNMENTS } from './identity.queries.js';
import { UsageRecorder } from './usage-recorder.js';

/**
 * Records when people last signed in for a client (people 1.2). A client sees only its own
 * sign-ins.
 */
@Injectable()
export class PersonUsage extends UsageRecorder {
  constructor(
    private readonly reads: SystemQueries,
    private readonly clock: Clock,
  ) {
    super();
  }

  note({ principal, clientId, dataEnv }: AuthContext): void {
    if (principal.kind === 'bearer')
      this.noteUse(`${principal.id}\n${clientId}\n${dataEnv}`, this.clock.now());
  }

  protected override write(names: readonly string[], instants: readonly Date[]): Promise<unknown> {
    const parts = names.map((name) => name.split('\n'));
    const column = (nth: number): (string | undefined)[] => parts.map((it) => it[nth]);
    return this.reads.query(TOUCH_ASSIGNMENTS, [column(0), column(1), column(2), instants]);
  }
}
