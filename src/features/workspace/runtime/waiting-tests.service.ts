import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { MetadataStore } from '../../../core/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { WAITING_TESTS } from './runtime.queries.js';
import type { WaitingTestsOfProjectResponse, WaitingTestsResponse } from './runtime.response.js';

/** Tells a runtime where it finds something to take, so that it need not ask every project. */
@Injectable()
export class WaitingTests {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** At most a hundred projects. */
  async list(auth: AuthContext): Promise<WaitingTestsResponse> {
    const items = await this.metadata.read(auth, (db) =>
      db.query<WaitingTestsOfProjectResponse>(WAITING_TESTS, [this.clock.now()]),
    );
    return { items };
  }
}
