import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { PlatformError, unprocessable } from '../../../core/kernel/platform-error.js';
import { ProjectComplianceEntity } from '../release.entities.js';
import { ProjectGovernanceEntity } from '../../../core/privacy/governance.entities.js';
import { ProjectVersionEntity } from '../release.entities.js';
import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import { TransactionEvents } from '../../../core/events/transaction-events.js';
import { Clock } from '../../../core/time/clock.js';
import { ProjectPublication } from '../../projects/lifecycle/project-publication.service.js';
import { blockingFindings } from '../configuration/blocking-findings.policy.js';
import { isSameJson } from '../../../core/json/canonical-json.policy.js';
import { needsConfirmation } from '../configuration/compliance.policy.js';
import type { ConfigurationState } from '../configuration/configuration-state.js';
import { effectiveConfigurations } from '../configuration/effective-configuration.policy.js';
import { validateAll } from '../configuration/findings.policy.js';
import { assignReleaseVersions } from '../configuration/part-versions.policy.js';
import { governanceRow } from '../configuration/project-governance.policy.js';
import { SealedSections } from '../configuration/sealed-sections.service.js';
import { secretNamesIn } from '../configuration/secret-ref.js';
import { releaseFaults, visibleFindings } from '../configuration/section-access.policy.js';
import { SectionRegistry } from '../configuration/section-registry.js';
import { ConfigurationPublished } from '../workspace.events.js';
import type { VersionRow } from './version-record.js';
import { WORKSPACE_ERRORS } from '../workspace.errors.js';

/** Where a version comes from. */
interface Origin {
  readonly source: 'publish' | 'rollback';
  readonly rolledBackFrom: number | null;
  readonly changeNote: string | null;
}

/** Makes the next version of a project's configuration, and everything that becomes effective with it. */
@Injectable()
export class ReleaseWriter {
  constructor(
    private readonly registry: SectionRegistry,
    private readonly sealed: SealedSections,
    private readonly publication: ProjectPublication,
    private readonly events: TransactionEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Publishes every section of `content` as the next version: the version itself, the project's state, its governance
   * and, where the runtime has to confirm it anew, its compliance projection.
   * @param state as it was read under the lock that `tx` holds
   * @param content the same with the draft, or the older version, that is to be published
   * @throws 422 with everything that keeps it from being published, a key that may not change one of its sections among
   * it; 409 nothing_to_publish for a project of which nothing was ever edited, 409 when it is archived
   * @returns null where all of it is published already: nothing is written then
   */
  async write(
    tx: UnitOfWork,
    auth: AuthContext,
    state: ConfigurationState,
    content: ConfigurationState,
    origin: Origin,
  ): Promise<VersionRow | null> {
    const { project, published } = state;
    const { all } = this.registry;
    const next = effectiveConfigurations(all, content);
    const blocking = [
      ...releaseFaults(auth, all, effectiveConfigurations(all, { ...state, draft: null }), next),
      ...blockingFindings(visibleFindings(auth, all, validateAll(all, content))),
    ];
    if (blocking.length > 0) throw unprocessable(...blocking);
    const sections = assignReleaseVersions(all, next, state);
    // A restored project becomes active again by publishing, also what it had published before.
    const isPublished = published !== null && isSameJson(sections, published.sections);
    if (isPublished && project.lifecycleState === 'active') return null;
    // Of a project whose configuration was never edited there are only the defaults.
    if (published === null && content.draft === null)
      throw new PlatformError(WORKSPACE_ERRORS.nothingToPublish);
    const version = {
      versionNumber: (project.latestPublishedVersion ?? 0) + 1,
      publishedAt: this.clock.now(),
      publishedBy: auth.principal.id,
      contentHash: await this.sealed.contentHash(auth, sections),
      ...origin,
    };
    const { projectId } = project;
    await tx.repo(ProjectVersionEntity).insert({
      projectId,
      sections: (await this.sealed.sealVersion(auth, projectId, version.versionNumber, sections)) as never,
      secretNames: secretNamesIn(sections),
      ...version,
    });
    await this.publication.publish(tx, auth, project, version);
    await this.govern(tx, projectId, version.versionNumber, sections);
    if (needsConfirmation(published?.sections ?? null, sections)) {
      await this.awaitConfirmation(tx, auth, projectId, version.publishedAt);
    }
    const { versionNumber, source, publishedAt } = version;
    await this.events.publish(tx, new ConfigurationPublished(projectId, versionNumber, source, publishedAt));
    return {
      version_number: version.versionNumber,
      published_at: version.publishedAt,
      published_by: version.publishedBy,
      change_note: version.changeNote,
      content_hash: version.contentHash,
      source: version.source,
      rolled_back_from: version.rolledBackFrom,
      is_current: true,
    };
  }

  private async govern(
    tx: UnitOfWork,
    projectId: string,
    versionNumber: number,
    { governance }: Record<string, Record<string, unknown>>,
  ): Promise<void> {
    if (!governance) return;
    const row = { versionNumber, ...governanceRow(governance) };
    const rows = tx.repo(ProjectGovernanceEntity);
    if ((await rows.update({ projectId }, row)) === 0) await rows.insert({ projectId, ...row });
  }

  private async awaitConfirmation(
    tx: UnitOfWork,
    auth: AuthContext,
    projectId: string,
    updatedAt: Date,
  ): Promise<void> {
    const row = { projection: 'pending', updatedAt, updatedBy: auth.principal.id } as const;
    const rows = tx.repo(ProjectComplianceEntity);
    if ((await rows.update({ projectId }, row)) === 0) await rows.insert({ projectId, ...row });
  }
}
