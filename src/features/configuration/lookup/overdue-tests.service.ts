import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { MAX_ATTEMPTS, TEST_WAIT_MS } from '../rules/tests/conversation-result.policy.js';
import { WORKSPACE_ACTIONS } from '../configuration.audit.js';
import { END_OVERDUE_TESTS } from './conversation-results.queries.js';

interface EndedRow {
  readonly run_id: string;
  readonly test_id: string;
  readonly error_reason: string;
}

/**
 * Ends the conversation tests that no runtime executes any longer (workspace 13.12, 13.20). No
 * timer watches them: they are shown as ended from that time on, and stored as ended when something
 * depends on it.
 */
@Injectable()
export class OverdueTests {
  constructor(private readonly clock: Clock) {}

  async end(tx: UnitOfWork, projectId: string): Promise<void> {
    const now = this.clock.now();
    const values = [projectId, now, MAX_ATTEMPTS, new Date(now.getTime() - TEST_WAIT_MS)];
    for (const row of await tx.query<EndedRow>(END_OVERDUE_TESTS, values)) {
      await tx.audit({
        action: WORKSPACE_ACTIONS.conversationTestEnded,
        outcome: 'failed',
        metadata: {
          project_id: projectId,
          run_id: row.run_id,
          test_id: row.test_id,
          result: row.error_reason,
        },
      });
    }
  }
}
