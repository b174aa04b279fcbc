import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectVisibility, sees } from '../../../core/tenancy/project-visibility.service.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { CALL_ID } from '../rules/call-vocabulary.js';
import { CALL_BY_ID, type FoundCall } from './call-place.queries.js';

interface CallPlaceRow {
  project_id: string;
  started_at_utc: Date;
}

/** Finds single calls for the routes that name one. */
@Injectable()
export class CallLookup {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly stores: TenantStores,
  ) {}

  /**
   * The call, or null if this caller has none: neither the result nor the statements distinguish an
   * absent call, another tenant's, and one of a project that the caller cannot see.
   * @throws 503 if a store does not answer
   */
  find(auth: AuthContext, callId: string): Promise<FoundCall | null> {
    return this.read(auth, callId, async (_db, found) => found);
  }

  /**
   * Runs `work` in the transaction in which the call was found; null without running it if `find`
   * returns null.
   * @throws 503 if a store does not answer
   */
  async read<T>(
    auth: AuthContext,
    callId: string,
    work: (db: StoreReader, found: FoundCall) => Promise<T>,
  ): Promise<T | null> {
    // No call has such an id, and PostgreSQL would reject some of these texts.
    if (!CALL_ID.test(callId)) return null;
    const visible = await this.projects.visibleProjects(auth);
    return this.stores.read(auth, async (db) => {
      const [row] = await db.query<CallPlaceRow>(CALL_BY_ID, [callId]);
      if (!row || !sees(visible, row.project_id)) return null;
      return work(db, { callId, projectId: row.project_id, startedAt: row.started_at_utc });
    });
  }
}
