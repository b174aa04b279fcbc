import { Injectable } from '@nestjs/common';
import { enqueueMissingWork } from '../../../core/database/outbox/enqueue-work.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { OWED, workKind } from '../../../core/shared/work-kind.js';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { KnowledgeSourceChanged } from '../knowledge.events.js';
import type { BuildWork } from './build-work.js';
import { KnowledgeBuilds } from './builds.service.js';

const REQUEST_BUILD = workKind<BuildWork>('knowledge.request_build', OWED);

/** Builds a changed page, so that people can compare and publish it (knowledge 5.10). */
@Injectable()
@ListensInTransaction()
export class BuildOnSourceChanged implements TransactionListener<KnowledgeSourceChanged> {
  readonly event = KnowledgeSourceChanged;

  /** Pages that change before the work begins share one build. */
  async handle(tx: UnitOfWork, { projectId }: KnowledgeSourceChanged): Promise<void> {
    await enqueueMissingWork(tx, REQUEST_BUILD, [{ key: projectId, payload: { projectId } }]);
  }
}

/** Requests builds on behalf of the worker. */
@HandlesWork()
export class RequestBuilds implements WorkHandler<BuildWork> {
  readonly kind = REQUEST_BUILD;

  constructor(private readonly builds: KnowledgeBuilds) {}

  async work({ auth, items }: WorkLease<BuildWork>): Promise<void> {
    for (const { payload } of items) {
      try {
        await this.builds.request(auth, payload.projectId, null);
      } catch (error) {
        // The project is archived, or the text has findings that are not accepted.
        if (!(error instanceof PlatformError && error.entry.status === 409)) throw error;
      }
    }
  }
}
