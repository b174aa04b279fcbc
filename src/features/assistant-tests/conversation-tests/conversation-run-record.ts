import type { TestCallSource } from '../../configuration/rules/sections/effective-configuration.policy.js';
import { runStatus, type CurrentResult } from '../../configuration/rules/tests/conversation-result.policy.js';
import type { ConversationRunRecordResponse } from './conversation-runs.response.js';

export interface RunRow {
  readonly run_id: string;
  readonly source: TestCallSource;
  readonly configuration: string;
  readonly content_hash: string | null;
  readonly version_number: number | null;
  readonly requested_at: Date;
  readonly requested_by: string;
}

/** The state of a run, from the results of its tests. */
export function runRecord(
  row: RunRow,
  results: readonly CurrentResult[],
): Omit<ConversationRunRecordResponse, 'tests'> {
  const status = runStatus(results);
  const isUnderWay = status === 'queued' || status === 'running';
  const ends = results.map(({ endedAt }) => endedAt?.getTime() ?? 0);
  return {
    run_id: row.run_id,
    use: row.source,
    configuration: {
      draft_etag: row.source === 'draft' ? row.configuration : null,
      version_number: row.version_number,
      content_hash: row.content_hash,
    },
    status,
    requested_at: row.requested_at.toISOString(),
    requested_by: row.requested_by,
    ended_at: isUnderWay ? null : new Date(Math.max(...ends)).toISOString(),
  };
}
