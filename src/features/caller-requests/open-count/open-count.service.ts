import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { placeOf } from '../rules/place-of-request.js';
import { openCountQuery } from './open-count.queries.js';
import { OpenCountResponse } from './open-count.response.js';

/** Counts open requests (caller-requests 7.5). */
@Injectable()
export class OpenCountService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 for an unknown project */
  async count(auth: AuthContext, projectId: string | undefined): Promise<OpenCountResponse> {
    const query = openCountQuery(projectId ?? null, this.clock.now());
    const [row] = await this.metadata.read(auth, async (db) => {
      if (projectId !== undefined) await placeOf(db, projectId);
      return db.query<{ open: number; urgent: number; overdue: number }>(query, query.values);
    });
    const { open, urgent, overdue } = row!;
    return { open_count: open, due_state_counts: { normal: open - urgent - overdue, urgent, overdue } };
  }
}
