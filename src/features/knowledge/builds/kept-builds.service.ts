import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { KEPT_BUILDS } from '../rules/build-limits.js';
import type { BuildWork } from './build-work.js';
import {
  ADD_READY_BUILD,
  FORGET_BUILDS,
  FORGET_READY_BUILDS,
  FORGET_UNUSED_CONTENT,
  READY_BUILDS,
} from './kept-builds.queries.js';

/** Keeps the builds that versions and drafts name, and the last other ones (knowledge 7.5). */
@Injectable()
export class KeptBuilds {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** From now on, versions may name the build. Repeating it changes nothing. */
  async offer({ auth }: WorkLease<BuildWork>, projectId: string, buildId: string): Promise<void> {
    await this.metadata.transaction(auth, (tx) =>
      tx.query(ADD_READY_BUILD, [projectId, buildId, this.clock.now()]),
    );
  }

  /** Deletes older builds, and contents that no build contains any more. */
  async forgetOthers(lease: WorkLease<BuildWork>, projectId: string): Promise<void> {
    const ready = await this.metadata.transaction(lease.auth, async (tx) => {
      await tx.query(FORGET_READY_BUILDS, [projectId, KEPT_BUILDS]);
      return tx.query<{ build_id: string }>(READY_BUILDS, [projectId]);
    });
    const kept = ready.map(({ build_id: id }) => id);
    await lease.transaction((tx) => tx.query(FORGET_BUILDS, [projectId, kept, KEPT_BUILDS]));
    // One at a time: the largest has about 20,000 chunks.
    for (let left = 1; left > 0;)
      left = (await lease.transaction((tx) => tx.query(FORGET_UNUSED_CONTENT, [projectId]))).length;
  }
}
