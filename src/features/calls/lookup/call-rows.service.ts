import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { transcriptsFrom } from '../../../core/privacy/pii/pii-rules.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectVisibility, sees } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { CALL_ID } from '../../call-records/rules/call-vocabulary.js';
import { toCallRow, type CallRowRecord } from '../../call-records/rules/call-row.js';
import { CallRowResponse } from '../../call-records/rules/call-row.response.js';
import { opensDetail } from '../../call-records/rules/detail-access.policy.js';
import type { FoundCall } from '../../call-records/lookup/call-place.queries.js';
import { CALLS_BY_IDS, ROWS_OF_CALLS } from './call-rows.queries.js';

export { CallRowResponse };

interface PlaceRow {
  readonly call_id: string;
  readonly project_id: string;
  readonly started_at_utc: Date;
}

/** Several calls for other features, each in the scope of the caller (calls 14.1). */
@Injectable()
export class CallRows {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /**
   * The locations of those calls that the caller can see.
   * @throws 503
   */
  async places(auth: AuthContext, callIds: readonly string[]): Promise<ReadonlyMap<string, FoundCall>> {
    const values = [callIds.filter((id) => CALL_ID.test(id))];
    const [visible, rows] = await Promise.all([
      this.projects.visibleProjects(auth),
      this.stores.read<PlaceRow>(auth, { ...CALLS_BY_IDS, values }),
    ]);
    return new Map(
      rows
        .filter((row) => sees(visible, row.project_id))
        .map(({ call_id: callId, project_id: projectId, started_at_utc: startedAt }) => [
          callId,
          { callId, projectId, startedAt },
        ]),
    );
  }

  /**
   * Rows of the call list; without calls that retention has dropped, and those whose callers' data
   * was erased.
   * @param calls that the caller sees
   * @throws 503
   */
  async of(auth: AuthContext, calls: readonly FoundCall[]): Promise<ReadonlyMap<string, CallRowResponse>> {
    if (calls.length === 0) return new Map();
    const values = [calls.map(({ callId }) => callId), calls.map(({ startedAt }) => startedAt)];
    const [rows, projects] = await Promise.all([
      this.stores.read<CallRowRecord>(auth, { ...ROWS_OF_CALLS, values }),
      this.projects.listed(auth, [...new Set(calls.map(({ projectId }) => projectId))]),
    ]);
    const now = this.clock.now();
    const detailAvailable = opensDetail(auth);
    return new Map(
      rows.map((row) => {
        const project = projects.get(row.project_id);
        const keepsTranscript =
          project !== undefined &&
          new Date(row.started_at_utc) >= transcriptsFrom(project.retentionDays, now);
        const projectName = project?.displayName ?? null;
        return [row.call_id, toCallRow(row, { projectName, keepsTranscript, detailAvailable })];
      }),
    );
  }
}
