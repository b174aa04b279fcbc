import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { CAPS_IN_FORCE, IS_CAPPED } from './usage-caps.queries.js';

/** Checks whether usage has reached one of a client's caps (billing 16.6). */
@Injectable()
export class UsageCaps {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** Projects whose campaigns may not run now; null stands for all projects of the client. */
  async inForce(auth: AuthContext): Promise<readonly (string | null)[]> {
    const rows = await this.metadata.read(auth, (db) =>
      db.query<{ project_id: string | null }>(CAPS_IN_FORCE, [this.clock.now()]),
    );
    return rows.map((row) => row.project_id);
  }

  /** Whether campaigns of the project may not run now. */
  async isCapped(auth: AuthContext, projectId: string): Promise<boolean> {
    const [row] = await this.metadata.read(auth, (db) =>
      db.query<{ capped: boolean }>(IS_CAPPED, [this.clock.now(), projectId]),
    );
    return row!.capped;
  }
}
