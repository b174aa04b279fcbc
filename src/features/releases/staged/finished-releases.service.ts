import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import { SealedSections } from '../../configuration/lookup/sealed-sections.service.js';
import {
  DiscardedDraftEntity,
  ProjectDraftEntity,
  ProjectDraftSectionEntity,
} from '../../configuration/draft.entities.js';
import { ProjectRuntimeReportEntity } from '../../configuration/release.entities.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { keepDraft, ReleaseWriter } from '../publish/release-writer.service.js';
import { STAGED_VERSION } from './staged-releases.queries.js';

interface Row {
  readonly version_number: number;
  readonly sections: Record<string, Record<string, unknown>>;
  readonly content_hash: string;
  readonly change_note: string | null;
  readonly source: 'publish' | 'rollback';
  readonly rolled_back_from: number | null;
  readonly published_at: Date;
  readonly published_by: string;
  readonly draft_etag: string;
  readonly runtime_id: string | null;
  readonly runtime_reported_at: Date | null;
}

/** Publishes a version that was staged until now. */
@Injectable()
export class FinishedReleases {
  constructor(
    private readonly writer: ReleaseWriter,
    private readonly sealed: SealedSections,
  ) {}

  /**
   * Publishes the staged version. Its draft is removed unless it was edited since; an edited one
   * continues from the new version, with a new etag. The runtime's report of the staged version
   * counts for the published one.
   * @param state as read under the lock that `tx` holds
   * @throws 409 unless the version is staged; 422 with everything that prevents its publication
   *   today
   */
  async publish(
    tx: UnitOfWork,
    auth: AuthContext,
    state: ConfigurationState,
    versionNumber: number,
    publishedAt: Date,
  ): Promise<void> {
    const { projectId } = state.project;
    const [row] = await tx.query<Row>(STAGED_VERSION, [projectId, versionNumber]);
    if (!row) throw new PlatformError(WORKSPACE_ERRORS.stagedReleaseEnded);
    const version = {
      versionNumber,
      publishedAt: row.published_at,
      publishedBy: row.published_by,
      contentHash: row.content_hash,
      source: row.source,
      rolledBackFrom: row.rolled_back_from,
      changeNote: row.change_note,
      sections: await this.sealed.openVersion(auth, projectId, versionNumber, row.sections),
    };
    await this.writer.finish(tx, auth, state, version, publishedAt);
    if (state.draft?.etag === row.draft_etag) {
      await tx.repo(ProjectDraftSectionEntity).delete({ projectId });
      await tx.repo(ProjectDraftEntity).delete({ projectId });
      // The count of discarded edits starts again, as with every publication of the whole draft.
      if (state.discarded) await tx.repo(DiscardedDraftEntity).update({ projectId }, { editCount: 0 });
    } else {
      await keepDraft(tx, state, versionNumber);
    }
    await this.keepReport(tx, projectId, row);
  }

  private async keepReport(tx: UnitOfWork, projectId: string, row: Row): Promise<void> {
    if (row.runtime_id === null || row.runtime_reported_at === null) return;
    const report = {
      appliedHash: row.content_hash,
      runtimeId: row.runtime_id,
      reportedAt: row.runtime_reported_at,
    };
    const reports = tx.repo(ProjectRuntimeReportEntity);
    if ((await reports.update({ projectId }, report)) === 0) await reports.insert({ projectId, ...report });
  }
}
