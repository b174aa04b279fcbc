import { Inject, Injectable } from '@nestjs/common';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { isSameJson } from '../../../core/shared/json/canonical-json.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ProjectGovernanceEntity } from '../../../core/privacy/governance.entities.js';
import { Clock } from '../../../core/time/clock.js';
import { ProjectPublication } from '../../projects/lifecycle/project-publication.service.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import { assignReleaseVersions } from '../../configuration/rules/part-versions.policy.js';
import { governanceRow, needsConfirmation } from '../../configuration/rules/project-governance.policy.js';
import { SealedSections } from '../../configuration/lookup/sealed-sections.service.js';
import { secretNamesIn } from '../../configuration/rules/sections/secret-ref.js';
import { SectionRegistry } from '../../configuration/lookup/section-registry.js';
import { ProjectDraftEntity } from '../../configuration/draft.entities.js';
import { ProjectComplianceEntity, ProjectVersionEntity } from '../../configuration/release.entities.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { ConfigurationPublished } from '../../configuration/configuration.events.js';
import { RELEASE_GATES, ReleaseBlockers } from './release-blockers.service.js';
import type { PlannedRelease, ReleaseGate, ReleaseKind } from './release-blockers.service.js';
import type { VersionRow } from './version-record.js';
import { NEXT_VERSION } from './versions.queries.js';

type Sections = Record<string, Record<string, unknown>>;

/** How a version was created. */
interface Origin {
  readonly kind: Exclude<ReleaseKind, 'finish'>;
  readonly rolledBackFrom: number | null;
  readonly changeNote: string | null;
}

interface MadeVersion {
  readonly versionNumber: number;
  readonly publishedAt: Date;
  readonly publishedBy: string;
  readonly contentHash: string;
  readonly source: 'publish' | 'rollback';
  readonly rolledBackFrom: number | null;
  readonly changeNote: string | null;
  readonly sections: Sections;
}

interface PlaceRow {
  readonly next_version_number: number;
  readonly staged_version_number: number | null;
}

/** Creates the next version, and everything that takes effect with it. */
@Injectable()
export class ReleaseWriter {
  constructor(
    private readonly registry: SectionRegistry,
    private readonly sealed: SealedSections,
    private readonly blockers: ReleaseBlockers,
    private readonly publication: ProjectPublication,
    private readonly events: TransactionEvents,
    private readonly clock: Clock,
    @Inject(RELEASE_GATES) private readonly gates: readonly ReleaseGate[],
  ) {}

  /**
   * Publishes every section of `content` as the next version: the version itself, the project's
   * state, its governance and, if the runtime must confirm it again, its compliance projection.
   * @param state as read under the lock that `tx` holds
   * @param content the same with the draft, or the older version, to publish
   * @throws 422 with everything that prevents the publication, including a key that may not change
   *   one of its sections and the findings of its gates; 409 nothing_to_publish for a project that
   *   was never edited, 409 if it is archived, or a staged release is active
   * @returns null if it equals the published version; then nothing is written
   */
  async write(
    tx: UnitOfWork,
    auth: AuthContext,
    state: ConfigurationState,
    content: ConfigurationState,
    origin: Origin,
  ): Promise<VersionRow | null> {
    const version = await this.make(tx, auth, state, content, origin);
    if (!version) return null;
    await this.takeEffect(tx, auth, state, version, version.publishedAt);
    return rowOf(version);
  }

  /**
   * Creates the next version from every section of `content` without publishing it.
   * @throws as `write`
   */
  async make(
    tx: UnitOfWork,
    auth: AuthContext,
    state: ConfigurationState,
    content: ConfigurationState,
    { kind, ...origin }: Origin,
  ): Promise<MadeVersion | null> {
    const { project, published } = state;
    const { projectId } = project;
    const [place] = await tx.query<PlaceRow>(NEXT_VERSION, [projectId]);
    if (place!.staged_version_number !== null) throw new PlatformError(WORKSPACE_ERRORS.stagedReleaseActive);
    const { all } = this.registry;
    const release = this.blockers.plan(kind, state, content, null);
    await this.requireSound(tx, auth, release, content);
    const sections = assignReleaseVersions(all, release.next, state);
    // Publishing makes a restored project active again, even if it publishes the same version.
    const isPublished = published !== null && isSameJson(sections, published.sections);
    if (isPublished && project.lifecycleState === 'active') return null;
    // A project whose configuration was never edited has only the defaults.
    if (published === null && content.draft === null)
      throw new PlatformError(WORKSPACE_ERRORS.nothingToPublish);
    const version = {
      versionNumber: place!.next_version_number,
      publishedAt: this.clock.now(),
      publishedBy: auth.principal.id,
      contentHash: await this.sealed.contentHash(auth, sections),
      source: kind === 'rollback' ? ('rollback' as const) : ('publish' as const),
      ...origin,
    };
    await tx.repo(ProjectVersionEntity).insert({
      projectId,
      sections: (await this.sealed.sealVersion(auth, projectId, version.versionNumber, sections)) as never,
      secretNames: secretNamesIn(sections),
      ...version,
    });
    for (const gate of this.gates) await gate.passed(tx, auth, release, version.versionNumber);
    return { ...version, sections };
  }

  /**
   * Publishes an existing version unchanged.
   * @param version with its sections opened
   * @throws 422 with everything that prevents publishing it now
   */
  async finish(
    tx: UnitOfWork,
    auth: AuthContext,
    state: ConfigurationState,
    version: MadeVersion,
    publishedAt: Date,
  ): Promise<void> {
    const content = { ...state, draft: null, published: version };
    const release = this.blockers.plan('finish', state, content, version.versionNumber);
    await this.requireSound(tx, auth, release, content);
    await this.takeEffect(tx, auth, state, version, publishedAt);
    for (const gate of this.gates) await gate.passed(tx, auth, release, version.versionNumber);
  }

  private async requireSound(
    tx: UnitOfWork,
    auth: AuthContext,
    release: PlannedRelease,
    content: ConfigurationState,
  ): Promise<void> {
    const blocking = await this.blockers.all(tx, auth, release, content);
    if (blocking.length > 0) throw unprocessable(...blocking);
  }

  /** Everything that publishing a version does, except for the version itself. */
  private async takeEffect(
    tx: UnitOfWork,
    auth: AuthContext,
    { project, published }: ConfigurationState,
    { versionNumber, source, sections }: MadeVersion,
    publishedAt: Date,
  ): Promise<void> {
    const { projectId } = project;
    await this.publication.publish(tx, auth, project, { versionNumber, publishedAt });
    await this.govern(tx, projectId, versionNumber, sections);
    if (needsConfirmation(published?.sections ?? null, sections)) {
      await this.awaitConfirmation(tx, auth, projectId, publishedAt);
    }
    await this.events.publish(tx, new ConfigurationPublished(projectId, versionNumber, source, publishedAt));
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

const rowOf = (version: MadeVersion): VersionRow => ({
  version_number: version.versionNumber,
  published_at: version.publishedAt,
  published_by: version.publishedBy,
  change_note: version.changeNote,
  content_hash: version.contentHash,
  source: version.source,
  rolled_back_from: version.rolledBackFrom,
  is_current: true,
  state: 'current',
});

/**
 * Gives a draft that remains after a release a new etag. Sections that it omits now come from the
 * release, so earlier reads, tests and approvals of the draft no longer match it (workspace 3.6).
 * Without a draft it does nothing.
 * @param state before the release
 * @param baseVersionNumber the version on which it is based from now on; without it, the original
 *   one
 */
export async function keepDraft(
  tx: UnitOfWork,
  { draft, project: { projectId } }: ConfigurationState,
  baseVersionNumber = draft?.baseVersionNumber ?? null,
): Promise<void> {
  if (!draft) return;
  // A release is not an edit and does not change the time of the last one (workspace 3.7).
  const { updatedAt } = draft;
  await tx.repo(ProjectDraftEntity).update({ projectId }, { etag: newEtag(), baseVersionNumber, updatedAt });
}
