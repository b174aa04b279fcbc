import { Logger } from '@nestjs/common';
import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { placeOfBuiltTitle } from '../lookup/sealed-places.js';
import { MOST_ATTEMPTS } from '../rules/build-limits.js';
import {
  changesBetween,
  type BuildChanges,
  type BuildFailure,
  type BuiltSource,
} from '../rules/builds.policy.js';
import { TELL_KNOWLEDGE, type BuildResult } from '../rules/tell-knowledge.js';
import { BUILD_KNOWLEDGE, type BuildWork } from './build-work.js';
import { ContentIndexer, KnownWords } from './content-indexer.service.js';
import { KeptBuilds } from './kept-builds.service.js';
import {
  ALL_INDEXED,
  BEGIN_STEP,
  END_BUILD,
  FAIL_BUILD,
  SOURCE_DONE,
  SOURCES_TO_COMPARE,
  type EndedRow,
  type StepRow,
} from './steps.queries.js';

type Lease = WorkLease<BuildWork>;

// With less time left, the next source waits for the next lease.
const ENOUGH_MS = BUILD_KNOWLEDGE.leaseMs / 2;

/**
 * Builds the knowledge of a project (knowledge section 5). A source becomes part of the index as a
 * whole, so that a worker that was killed is followed by another one at the same source.
 */
@HandlesWork()
export class AdvanceBuilds implements WorkHandler<BuildWork> {
  readonly kind = BUILD_KNOWLEDGE;
  private readonly logger = new Logger(AdvanceBuilds.name);

  constructor(
    private readonly indexer: ContentIndexer,
    private readonly kept: KeptBuilds,
    private readonly sealed: SealedValues,
    private readonly clock: Clock,
  ) {}

  async work(lease: Lease): Promise<void> {
    for (const { payload } of lease.items) {
      const { projectId } = payload;
      const known = new KnownWords();
      while (lease.remainingMs > ENOUGH_MS) {
        const step = await lease.transaction((tx) => this.begin(tx, projectId));
        // Here and not with an end, so that it is repeated if a worker dies between the two.
        if (!step) return this.kept.forgetOthers(lease, projectId);
        await this.take(lease, projectId, step, known);
      }
      await lease.finish((tx) => enqueueWork(tx, BUILD_KNOWLEDGE, [{ key: projectId, payload }]));
    }
  }

  private async begin(tx: StoreReader, projectId: string): Promise<StepRow | undefined> {
    const [step] = await tx.query<StepRow>(BEGIN_STEP, [projectId, this.clock.now()]);
    return step;
  }

  private async take(lease: Lease, projectId: string, step: StepRow, known: KnownWords): Promise<void> {
    const { build_id: buildId, source_id: sourceId, content_hash: contentHash, language } = step;
    if (sourceId === null) return this.end(lease, projectId, buildId);
    if (step.attempts > MOST_ATTEMPTS)
      return this.fail(lease, projectId, buildId, { source_id: sourceId, code: 'not_indexed' });
    const place = placeOfBuiltTitle(lease.auth, buildId, sourceId);
    const title = await this.sealed.open(lease.auth, place, step.title_encrypted);
    const source = { contentKey: step.content_key, sourceId, contentHash, language, title };
    if (!(await this.indexer.index(lease, projectId, source, known)))
      return this.fail(lease, projectId, buildId, { source_id: sourceId, code: 'source_gone' });
    await lease.transaction((tx) => tx.query(SOURCE_DONE, [buildId]));
  }

  private async fail(lease: Lease, projectId: string, buildId: string, failure: BuildFailure): Promise<void> {
    this.logger.warn({ msg: 'a knowledge build failed', build_id: buildId, ...failure });
    const values = [buildId, this.clock.now(), JSON.stringify([failure])];
    await lease.transaction(async (tx) => {
      const [ended] = await tx.query<EndedRow>(FAIL_BUILD, values);
      await tell(tx, lease, ended, { projectId, buildId, failure: failure.code });
    });
  }

  /**
   * First the build can no longer be cancelled, then versions may name it, and then it is ready.
   */
  private async end(lease: Lease, projectId: string, buildId: string): Promise<void> {
    const indexed = await lease.transaction((tx) => tx.query(ALL_INDEXED, [buildId]));
    if (indexed.length === 0) return;
    await this.kept.offer(lease, projectId, buildId);
    await lease.transaction(async (tx) => {
      const sources = await tx.query<BuiltSource & { readonly mine: boolean }>(SOURCES_TO_COMPARE, [
        projectId,
        buildId,
      ]);
      const [before, now] = [false, true].map((mine) => sources.filter((it) => it.mine === mine));
      const changes = changesBetween(before!, now!);
      const values = [buildId, this.clock.now(), JSON.stringify(changes)];
      const [ended] = await tx.query<EndedRow>(END_BUILD, values);
      await tell(tx, lease, ended, { projectId, buildId, ...countsOf(changes) });
    });
  }
}

/** Sends a notice about a build that the worker has requested. */
async function tell(
  tx: StoreReader,
  { auth }: Lease,
  ended: EndedRow | undefined,
  payload: BuildWork & { readonly buildId: string } & BuildResult,
): Promise<void> {
  if (ended?.requested_by === auth.principal.id) await enqueueWork(tx, TELL_KNOWLEDGE, [{ payload }]);
}

const countsOf = ({ changed, added, removed }: BuildChanges) => ({
  changed: changed.length,
  added: added.length,
  removed: removed.length,
});
