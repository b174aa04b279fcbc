import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, settingsOf, type Settings } from '../../../config/settings.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { WORKSPACE_SETTINGS } from '../configuration.settings.js';
import { FORGET_OLD_EDITS, MOST_EDITS, NOTE_EDITS } from './configurations.queries.js';
import { editSealContext } from '../rules/sections/seal-contexts.js';
import { SealedSections } from './sealed-sections.service.js';
import { changedPaths } from '../rules/version-diff.policy.js';

type Configuration = Readonly<Record<string, unknown>>;

/** The change of one section of a draft. */
export interface NotedEdit {
  readonly section: string;
  readonly before: Configuration;
  readonly after: Configuration;
  /**
   * The section's etag in the draft before the edit; null if the draft did not have the section.
   */
  readonly previousEtag: string | null;
  readonly etag: string;
}

// At least as many as one save adds, so that a history over the limit becomes shorter.
const FORGOTTEN_AT_ONCE = 20;

/** The history of a project's drafts; its oldest rows are deleted for new ones. */
@Injectable()
export class EditHistory {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly sealed: SealedSections,
  ) {}

  /** @param draftEtag the draft's etag after all of them; null if they have ended the draft */
  async note(
    tx: UnitOfWork,
    auth: AuthContext,
    projectId: string,
    edits: readonly NotedEdit[],
    draftEtag: string | null,
    now: Date,
  ): Promise<void> {
    const rows = await Promise.all(
      edits.map(async ({ section, before, after, previousEtag, etag }) => ({
        section,
        previous_etag: previousEtag,
        etag,
        changed_paths: changedPaths(section, before, after),
        configuration: await this.sealed.seal(
          auth,
          editSealContext(auth, projectId, section, etag),
          section,
          after,
        ),
      })),
    );
    await tx.query(NOTE_EDITS, [projectId, JSON.stringify(rows), draftEtag, now, auth.principal.id]);
    // Edits that are needed to explain a stale guard are always kept.
    const { MAX_DRAFT_EDITS: limit } = settingsOf(this.settings, WORKSPACE_SETTINGS);
    await tx.query(FORGET_OLD_EDITS, [projectId, Math.max(limit, MOST_EDITS), FORGOTTEN_AT_ONCE]);
  }
}
