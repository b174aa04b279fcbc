import { Injectable } from '@nestjs/common';
import { Cursors, type CursorBinding } from '../../../core/http/paging/cursor.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import {
  currentResult,
  RESULT_STATUSES,
  storedResult,
} from '../../configuration/rules/tests/conversation-result.policy.js';
import type { ResultRowJson } from '../../configuration/rules/tests/conversation-result.policy.js';
import { KEPT_RUNS, TESTS_KEPT_MS } from '../../configuration/rules/tests/kept-tests.js';
import { runRecord, type RunRow } from './conversation-run-record.js';
import type { ConversationRunListRequest } from './conversation-tests.request.js';
import type {
  ConversationRunListResponse,
  ConversationRunRecordResponse,
} from './conversation-runs.response.js';
import { CONVERSATION_RUNS } from './conversation-tests.queries.js';

interface ListedRow extends RunRow {
  readonly results: readonly ResultRowJson[];
}

/** Lists runs of conversation tests (workspace 13.21). */
@Injectable()
export class ConversationRunHistory {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** Lists the newest first, without transcripts. @throws 400 for a cursor of another list */
  async list(
    auth: AuthContext,
    projectId: string,
    { status, cursor, page_size: pageSize }: ConversationRunListRequest,
  ): Promise<ConversationRunListResponse> {
    const binding = bindingOf(auth, projectId, status);
    const [requestedMs, runId] = cursor === undefined ? [] : this.cursors.decode(binding, cursor);
    const now = this.clock.now();
    // The status of a run is derived from its tests and the time, so it is filtered after the
    // statement: only few runs are kept.
    const rows = await this.metadata.read(auth, (db) =>
      db.query<ListedRow>(CONVERSATION_RUNS, [
        projectId,
        new Date(now.getTime() - TESTS_KEPT_MS),
        requestedMs === undefined ? null : new Date(Number(requestedMs)),
        runId ?? null,
        KEPT_RUNS,
      ]),
    );
    const runs = rows
      .map((row) => recordOf(row, now))
      .filter((run) => status === undefined || run.status === status);
    const items = runs.slice(0, pageSize);
    const last = runs.length > pageSize ? items.at(-1) : undefined;
    return {
      items,
      ...(last && {
        next_cursor: this.cursors.encode(binding, [Date.parse(last.requested_at), last.run_id]),
      }),
    };
  }
}

function recordOf(row: ListedRow, now: Date): ConversationRunRecordResponse {
  const results = row.results.map((result) => currentResult(storedResult(result), now));
  const tests = RESULT_STATUSES.map((status) => [
    status,
    results.filter((it) => it.status === status).length,
  ]);
  return {
    ...runRecord(row, results),
    tests: Object.fromEntries(tests) as ConversationRunRecordResponse['tests'],
  };
}

// The page size may change between pages.
const bindingOf = (auth: AuthContext, projectId: string, status: string | undefined): CursorBinding => ({
  route: 'GET /v1/projects/{project_id}/conversation-tests/runs',
  tenant: auth,
  filter: { project_id: projectId, status },
});
