import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { MAX_ATTEMPTS, TEST_WAIT_MS } from '../../configuration/rules/tests/conversation-result.policy.js';
import { CALL_WAIT_MS } from '../../assistant-tests/rules/test-call-status.policy.js';
import { WAITING_TESTS } from '../lookup/runtime.queries.js';
import type { WaitingTestsOfProjectResponse, WaitingTestsResponse } from '../rules/runtime.response.js';

/** Lists the projects that have work for a runtime (workspace 9.21). */
@Injectable()
export class WaitingTests {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** At most a hundred projects. */
  async list(auth: AuthContext): Promise<WaitingTestsResponse> {
    const now = this.clock.now();
    const since = (ms: number): Date => new Date(now.getTime() - ms);
    const values = [now, since(CALL_WAIT_MS), since(TEST_WAIT_MS), MAX_ATTEMPTS];
    const items = await this.metadata.read(auth, (db) =>
      db.query<WaitingTestsOfProjectResponse>(WAITING_TESTS, values),
    );
    return { items };
  }
}
