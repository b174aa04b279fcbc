import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, settingsOf, type Settings } from '../../../config/settings.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ProjectDraftEntity } from '../draft.entities.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { Clock } from '../../../core/time/clock.js';
import { WORKSPACE_SETTINGS } from '../configuration.settings.js';
import type { ConfigurationState, SavedSection } from '../rules/configuration-state.js';
import { SAVE_DRAFT_SECTIONS } from './configurations.queries.js';
import { editCountAfter } from '../rules/draft-quota.policy.js';
import { EditHistory } from './edit-history.service.js';
import { effectiveSection } from '../rules/sections/effective-configuration.policy.js';
import { SectionRegistry } from './section-registry.js';
import { draftSealContext } from '../rules/sections/seal-contexts.js';
import { SealedSections } from './sealed-sections.service.js';
import { WORKSPACE_ERRORS } from '../configuration.errors.js';

export interface SectionEdit {
  readonly section: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** Saves sections to the draft of a project, each with a row in the history of its edits. */
@Injectable()
export class SectionEdits {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly registry: SectionRegistry,
    private readonly sealed: SealedSections,
    private readonly history: EditHistory,
    private readonly clock: Clock,
  ) {}

  /**
   * The number of statements does not depend on the number of sections.
   * @param state as read under the lock that `tx` holds
   * @param edits of different sections, at least one
   * @returns the new state
   * @throws 409 if the draft has reached its limit of edits
   */
  async save(
    tx: UnitOfWork,
    auth: AuthContext,
    state: ConfigurationState,
    edits: readonly SectionEdit[],
  ): Promise<ConfigurationState> {
    const now = this.clock.now();
    const draft = await this.touchDraft(tx, auth, state, now, this.countOf(state, edits.length, now));
    const saved = edits.map(({ section, configuration }): [string, SavedSection] => [
      section,
      { configuration, etag: newEtag(), updatedAt: now, updatedBy: auth.principal.id },
    ]);
    const { projectId } = state.project;
    await tx.query(SAVE_DRAFT_SECTIONS, [
      projectId,
      JSON.stringify(await this.rowsOf(auth, projectId, saved)),
      now,
      auth.principal.id,
    ]);
    const noted = saved.map(([section, { configuration, etag }]) => ({
      section,
      before: effectiveSection(this.registry.find(section)!, state).configuration,
      after: configuration,
      previousEtag: draft.sections[section]?.etag ?? null,
      etag,
    }));
    await this.history.note(tx, auth, projectId, noted, draft.etag, now);
    return { ...state, draft: { ...draft, sections: { ...draft.sections, ...Object.fromEntries(saved) } } };
  }

  /** The sections in the form in which a draft stores them. */
  private rowsOf(
    auth: AuthContext,
    projectId: string,
    saved: readonly (readonly [string, SavedSection])[],
  ): Promise<object[]> {
    return Promise.all(
      saved.map(async ([section, { configuration, etag }]) => ({
        section,
        etag,
        configuration: await this.sealed.seal(
          auth,
          draftSealContext(auth, projectId, section),
          section,
          configuration,
        ),
      })),
    );
  }

  /**
   * The number of edits of the draft after this many more.
   * @throws 409 if that exceeds the limit
   */
  countOf(state: ConfigurationState, more: number, now = this.clock.now()): number {
    const { MAX_DRAFT_EDITS: limit } = settingsOf(this.settings, WORKSPACE_SETTINGS);
    const count = editCountAfter(state, more, limit, now);
    if (count !== null) return count;
    throw new PlatformError(WORKSPACE_ERRORS.draftLimit, {
      message:
        `A draft may have ${limit} edits, discarded ones included, and this one has no room for ${more} ` +
        'more. Publish the whole draft; if that is not possible, make no edit for a day, then continue.',
    });
  }

  /** The first edit creates the draft; each later one changes its etag. */
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
}
