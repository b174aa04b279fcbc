import { Injectable } from '@nestjs/common';
import { auditableId } from '../../../core/audit/auditable-id.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unprocessable } from '../../../core/shared/platform-error.js';
import { ProjectComplianceEntity, ProjectRuntimeReportEntity } from '../../configuration/release.entities.js';
import { ProjectStagedReleaseEntity } from '../../releases/releases.entities.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import {
  COMPLIANCE_SECTIONS,
  needsConfirmation,
} from '../../configuration/rules/project-governance.policy.js';
import { LOCK_PROJECT } from '../../configuration/lookup/configurations.queries.js';
import { appliedState, complianceState, type AppliedState } from '../rules/runtime.policy.js';
import { REPORT_FACTS } from '../lookup/runtime.queries.js';
import type { RuntimeReportRequest } from '../rules/runtime.request.js';
import type { RuntimeReportResponse } from '../rules/runtime.response.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';

type Sections = Readonly<Record<string, unknown>>;

interface FactsRow {
  current_hash: string;
  current_sections: Sections;
  /** Null unless another version has the applied hash. */
  applied_sections: Sections | null;
  named_hash: string | null;
  /** Null unless the staged version has the applied hash. */
  staged_version_number: number | null;
  staged_reported_at: Date | null;
  projection: AppliedState | null;
  previous_hash: string | null;
}

/**
 * Records the version that the runtime runs. Drift concerns the whole version; the compliance
 * projection concerns its compliance settings, so that a version with another booking section does
 * not undo the runtime's confirmation.
 */
@Injectable()
export class RuntimeReportsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the newest report of a project. A report without changes causes no audit row, so a
   * runtime may repeat it as often as it likes.
   * @throws 404 for a project that is archived or was never published; 422 for a version that does
   *   not exist
   */
  report(
    auth: AuthContext,
    projectId: string,
    request: RuntimeReportRequest,
  ): Promise<RuntimeReportResponse> {
    const { applied_hash: appliedHash, runtime_id: runtimeId, version_number: named = null } = request;
    return this.metadata.transaction(
      auth,
      async (tx) => {
        // A report about the previous version must not confirm one that is being published.
        await tx.query(LOCK_PROJECT, [projectId]);
        const [facts] = await tx.query<FactsRow>(REPORT_FACTS, [
          projectId,
          appliedHash,
          named,
          COMPLIANCE_SECTIONS,
        ]);
        if (!facts) throw notFound();
        if (named !== null && facts.named_hash === null) throw unknownVersion();
        const state = appliedState({
          appliedHash,
          currentHash: facts.current_hash,
          isOfEarlierVersion: facts.applied_sections !== null,
          isStaged: facts.staged_version_number !== null,
          namedHash: facts.named_hash,
        });
        if (facts.staged_version_number !== null && state === 'confirmed') {
          return this.keepStaged(tx, projectId, facts, { appliedHash, runtimeId });
        }
        const compliance = complianceState(
          state,
          !needsConfirmation(facts.applied_sections, facts.current_sections),
        );
        await this.keep(tx, auth, projectId, { appliedHash, runtimeId }, facts.previous_hash, compliance);
        if (compliance !== facts.projection || appliedHash !== facts.previous_hash) {
          await tx.auditDone(WORKSPACE_ACTIONS.reportChanged, {
            project_id: projectId,
            applied_hash: appliedHash,
            runtime_id: auditableId(runtimeId),
            state,
            compliance,
          });
        }
        return { state, compliance };
      },
      { serializeBy: `project ${projectId}` },
    );
  }

  /**
   * A runtime with the staged version also has the published one, whose state therefore does not
   * change (workspace 15.8).
   */
  private async keepStaged(
    tx: UnitOfWork,
    projectId: string,
    { staged_version_number: versionNumber, staged_reported_at: reportedBefore, projection }: FactsRow,
    { appliedHash, runtimeId }: { readonly appliedHash: string; readonly runtimeId: string },
  ): Promise<RuntimeReportResponse> {
    await tx
      .repo(ProjectStagedReleaseEntity)
      .update(
        { projectId, versionNumber: versionNumber!, state: 'active' },
        { runtimeId, runtimeReportedAt: this.clock.now() },
      );
    const answer = { state: 'confirmed', compliance: projection ?? 'pending' } as const;
    if (reportedBefore === null) {
      await tx.auditDone(WORKSPACE_ACTIONS.reportChanged, {
        project_id: projectId,
        applied_hash: appliedHash,
        runtime_id: auditableId(runtimeId),
        ...answer,
      });
    }
    return answer;
  }

  private async keep(
    tx: UnitOfWork,
    auth: AuthContext,
    projectId: string,
    reported: { readonly appliedHash: string; readonly runtimeId: string },
    previousHash: string | null,
    projection: AppliedState,
  ): Promise<void> {
    const reportedAt = this.clock.now();
    const isNew = reported.appliedHash !== previousHash;
    const report = { ...reported, reportedAt, ...(isNew && { appliedSince: reportedAt }) };
    const reports = tx.repo(ProjectRuntimeReportEntity);
    if ((await reports.update({ projectId }, report)) === 0) await reports.insert({ projectId, ...report });
    const compliance = { projection, updatedAt: reportedAt, updatedBy: auth.principal.id };
    const projections = tx.repo(ProjectComplianceEntity);
    if ((await projections.update({ projectId }, compliance)) === 0) {
      await projections.insert({ projectId, ...compliance });
    }
  }
}

const unknownVersion = () =>
  unprocessable({
    loc: ['body', 'version_number'],
    message: 'must be a published version of the project',
    type: 'version_unknown',
  });
