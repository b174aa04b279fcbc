import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import type { MetadataTransaction } from '../../../core/metadata/metadata-store.js';
import type { FieldAddress } from '../../../core/privacy/field-cipher.js';
import {
  ProjectDraftEntity,
  ProjectDraftSectionEntity,
} from '../../../core/metadata/entities/project-draft.entities.js';
import { ProjectSectionEditEntity } from '../../../core/metadata/entities/project-release.entities.js';
import { Clock } from '../../../core/time/clock.js';
import type { ConfigurationState, SavedSection } from './configuration-state.js';
import { effectiveSection } from './effective-configuration.policy.js';
import { newEtag } from './etags.policy.js';
import { SectionRegistry } from './section-registry.js';
import { changedPaths } from './version-diff.policy.js';
import { draftPlace, editPlace } from './sealed-places.js';
import { SealedSections } from './sealed-sections.service.js';

/** A section's configuration as it is to be saved. */
export interface SectionEdit {
  readonly section: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** Saves sections to the draft of a project, each with a row in the history of its edits. */
@Injectable()
export class SectionEdits {
  constructor(
    private readonly registry: SectionRegistry,
    private readonly sealed: SealedSections,
    private readonly clock: Clock,
  ) {}

  /**
   * @param state as it was read under the lock that `tx` holds
   * @param edits of different sections, at least one
   * @returns the state as it is now
   */
  async save(
    tx: MetadataTransaction,
    auth: AuthContext,
    state: ConfigurationState,
    edits: readonly SectionEdit[],
  ): Promise<ConfigurationState> {
    const now = this.clock.now();
    const draft = await this.touchDraft(tx, auth, state, now);
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
    return { ...state, draft: { ...draft, sections: saved } };
  }

  /** The draft begins with its first edit; each edit after it changes its etag. */
  private async touchDraft(
    tx: MetadataTransaction,
    auth: AuthContext,
    { project, draft }: ConfigurationState,
    now: Date,
  ): Promise<NonNullable<ConfigurationState['draft']>> {
    const { projectId } = project;
    const touched = { etag: newEtag(), updatedAt: now, updatedBy: auth.principal.id };
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
    tx: MetadataTransaction,
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
