import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, settingsOf } from '../../../config/settings.js';
import type { Settings } from '../../../config/settings.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { PlatformError } from '../../../core/kernel/platform-error.js';
import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import type { FieldAddress } from '../../../core/privacy/field-cipher.js';
import { ProjectDraftEntity, ProjectDraftSectionEntity } from '../draft.entities.js';
import { ProjectSectionEditEntity } from '../release.entities.js';
import { newEtag } from '../../../core/http/new-etag.js';
import { Clock } from '../../../core/time/clock.js';
import { WORKSPACE_SETTINGS } from '../workspace.settings.js';
import type { ConfigurationState, SavedSection } from './configuration-state.js';
import { FORGET_OLD_EDITS, MOST_EDITS } from './configurations.queries.js';
import { editCountAfter } from './draft-quota.policy.js';
import { effectiveSection } from './effective-configuration.policy.js';
import { SectionRegistry } from './section-registry.js';
import { changedPaths } from './version-diff.policy.js';
import { draftPlace, editPlace } from './sealed-places.js';
import { SealedSections } from './sealed-sections.service.js';
import { WORKSPACE_ERRORS } from '../workspace.errors.js';

/** A section's configuration as it is to be saved. */
export interface SectionEdit {
  readonly section: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

// At least as many as are saved at once, which is a section each, so that a history that is too long becomes shorter.
const FORGOTTEN_AT_ONCE = 20;

/** Saves sections to the draft of a project, each with a row in the history of its edits. */
@Injectable()
export class SectionEdits {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly registry: SectionRegistry,
    private readonly sealed: SealedSections,
    private readonly clock: Clock,
  ) {}

  /**
   * @param state as it was read under the lock that `tx` holds
   * @param edits of different sections, at least one
   * @returns the state as it is now
   * @throws 409 when the draft has gathered as many edits as it may
   */
  async save(
    tx: UnitOfWork,
    auth: AuthContext,
    state: ConfigurationState,
    edits: readonly SectionEdit[],
  ): Promise<ConfigurationState> {
    const now = this.clock.now();
    const editCount = this.countOf(state, edits.length, now);
    const draft = await this.touchDraft(tx, auth, state, now, editCount);
    const { etag: draftEtag } = draft;
    const saved: Record<string, SavedSection> = { ...draft.sections };
    for (const { section, configuration } of edits) {
      const previous = draft.sections[section];
      const next = { configuration, etag: newEtag(), updatedAt: now, updatedBy: auth.principal.id };
      const standing = effectiveSection(this.registry.find(section)!, state).configuration;
      const noted = { draftEtag, changedPaths: changedPaths(section, standing, configuration) };
      await this.saveSection(tx, auth, state, section, next, previous, noted);
      saved[section] = next;
    }
    const { projectId } = state.project;
    // Those that are read for a stale guard stay in any case.
    const { MAX_DRAFT_EDITS: limit } = settingsOf(this.settings, WORKSPACE_SETTINGS);
    const kept = Math.max(limit, MOST_EDITS);
    await tx.query(FORGET_OLD_EDITS, [projectId, kept, FORGOTTEN_AT_ONCE]);
    return { ...state, draft: { ...draft, sections: saved } };
  }

  private countOf({ draft }: ConfigurationState, more: number, now: Date): number {
    const { MAX_DRAFT_EDITS: limit } = settingsOf(this.settings, WORKSPACE_SETTINGS);
    const count = editCountAfter(draft, more, limit, now);
    if (count !== null) return count;
    throw new PlatformError(WORKSPACE_ERRORS.draftLimit, {
      message:
        `A draft may gather ${limit} edits, and this one has no room for ${more} more. Publish all of it; ` +
        'if it cannot be published as it is, leave it alone for a day, then go on.',
    });
  }

  /** The draft begins with its first edit; each edit after it changes its etag. */
  private async touchDraft(
    tx: UnitOfWork,
    auth: AuthContext,
    { project, draft }: ConfigurationState,
    now: Date,
    editCount: number,
  ): Promise<NonNullable<ConfigurationState['draft']>> {
    const { projectId } = project;
    const touched = { etag: newEtag(), editCount, updatedAt: now, updatedBy: auth.principal.id };
    const drafts = tx.repo(ProjectDraftEntity);
    if (draft) {
      await drafts.update({ projectId }, touched);
      return { ...draft, ...touched };
    }
    const baseVersionNumber = project.latestPublishedVersion;
    await drafts.insert({ projectId, baseVersionNumber, createdAt: now, ...touched });
    return { baseVersionNumber, sections: {}, ...touched };
  }

  private async saveSection(
    tx: UnitOfWork,
    auth: AuthContext,
    { project: { projectId } }: ConfigurationState,
    section: string,
    next: SavedSection,
    previous: SavedSection | undefined,
    noted: { readonly draftEtag: string; readonly changedPaths: string[] },
  ): Promise<void> {
    const sections = tx.repo(ProjectDraftSectionEntity);
    // TypeORM's types want to look inside of a JSON column.
    const sealedAt = async (place: FieldAddress): Promise<object> =>
      this.sealed.seal(auth, place, section, next.configuration);
    const drafted = { ...next, configuration: await sealedAt(draftPlace(auth, projectId, section)) };
    if (previous) await sections.update({ projectId, section }, drafted);
    else await sections.insert({ projectId, section, ...drafted });
    await tx.repo(ProjectSectionEditEntity).insert({
      projectId,
      section,
      previousEtag: previous?.etag ?? null,
      etag: next.etag,
      ...noted,
      configuration: await sealedAt(editPlace(auth, projectId, section, next.etag)),
      editedAt: next.updatedAt,
      editedBy: next.updatedBy,
    });
  }
}
