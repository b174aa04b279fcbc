import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { accountableId } from '../../../core/auth/auth-context.js';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { describeFault } from '../../../core/errors/driver-errors.js';
import { ExportRunEntity } from '../../../core/metadata/entities/export-run.entity.js';
import { MetadataStore } from '../../../core/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';

// Longer than the 30 s for which an export may read: whoever is still there when it is over only sends a file that
// is complete, and the next export can begin beside it.
const DEADLINE_MS = 45_000;

const OVER = new Date(0);

/** Which callers have an export running (contract, "Export: one at a time per user and tenant"). */
@Injectable()
export class ExportRuns {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Marks the caller's export as running, unless one is; a key's counts as that of the person who made it. The mark of a process that died is taken over after its
   * deadline.
   * @returns what gives the mark back; null when another export of the caller runs
   */
  async begin(auth: AuthContext): Promise<(() => Promise<void>) | null> {
    const caller = accountableId(auth);
    const runId = randomUUID();
    const now = this.clock.now();
    const mark = { runId, deadlineAt: new Date(now.getTime() + DEADLINE_MS) };
    const taken = await this.metadata.transaction(auth, (tx) =>
      tx.repo(ExportRunEntity).update({ caller, deadlineAt: LessThan(now) }, mark),
    );
    if (taken === 0 && !(await this.insert(auth, { caller, ...mark }))) return null;
    return async () => {
      await this.metadata.transaction(auth, (tx) =>
        tx.repo(ExportRunEntity).update({ caller, runId }, { deadlineAt: OVER }),
      );
    };
  }

  /** @returns false when the caller has a mark already */
  private async insert(
    auth: AuthContext,
    run: Omit<ExportRunEntity, 'clientId' | 'dataEnv'>,
  ): Promise<boolean> {
    try {
      await this.metadata.transaction(auth, (tx) => tx.repo(ExportRunEntity).insert(run));
      return true;
    } catch (error) {
      if (describeFault(error)?.kind === 'conflict') return false;
      throw error;
    }
  }
}
