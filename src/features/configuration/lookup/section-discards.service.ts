import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { isSameJson } from '../../../core/shared/json/canonical-json.policy.js';
import { Clock } from '../../../core/time/clock.js';
import { DiscardedDraftEntity, ProjectDraftEntity } from '../draft.entities.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import { DROP_DRAFT_SECTIONS } from './configurations.queries.js';
import { EditHistory } from './edit-history.service.js';
import { effectiveConfigurations } from '../rules/sections/effective-configuration.policy.js';
import { keptPartVersions } from '../rules/part-versions.policy.js';
import { SectionRegistry } from './section-registry.js';

type Draft = NonNullable<ConfigurationState['draft']>;

/**
 * Discards sections of a project's draft, each with a row in the edit history if that changes the
 * section. The counters of the draft stay: the numbers of its edits and parts are never reused
 * (workspace 2.2, 3.7).
 */
@Injectable()
export class SectionDiscards {
  constructor(
    private readonly registry: SectionRegistry,
    private readonly history: EditHistory,
    private readonly clock: Clock,
  ) {}

  /**
   * @param state as read under the lock that `tx` holds, with a draft
   * @param names of sections that the draft has; without its last section the draft ends
   * @returns the new state
   */
  async discard(
    tx: UnitOfWork,
    auth: AuthContext,
    state: ConfigurationState & { readonly draft: Draft },
    names: readonly string[],
  ): Promise<ConfigurationState> {
    const now = this.clock.now();
    const { projectId } = state.project;
    const left = Object.entries(state.draft.sections).filter(([name]) => !names.includes(name));
    const touched = { etag: newEtag(), updatedAt: now, updatedBy: auth.principal.id };
    const draft =
      left.length === 0 ? null : { ...state.draft, ...touched, sections: Object.fromEntries(left) };
    await tx.query(DROP_DRAFT_SECTIONS, [projectId, names]);
    const drafts = tx.repo(ProjectDraftEntity);
    if (draft) await drafts.update({ projectId }, touched);
    else await drafts.delete({ projectId });
    const discarded = {
      editCount: state.draft.editCount,
      updatedAt: now,
      partVersions: keptPartVersions(this.registry.all, state),
    };
    await this.keep(tx, projectId, discarded);
    const next = { ...state, draft, discarded };
    await this.note(tx, auth, state, next, names, now);
    return next;
  }

  private async keep(
    tx: UnitOfWork,
    projectId: string,
    kept: NonNullable<ConfigurationState['discarded']>,
  ): Promise<void> {
    const row = { ...kept, partVersions: { ...kept.partVersions } };
    const rows = tx.repo(DiscardedDraftEntity);
    if ((await rows.update({ projectId }, row)) === 0) await rows.insert({ projectId, ...row });
  }

  private async note(
    tx: UnitOfWork,
    auth: AuthContext,
    state: ConfigurationState & { readonly draft: Draft },
    next: ConfigurationState,
    names: readonly string[],
    now: Date,
  ): Promise<void> {
    const [before, after] = [state, next].map((it) => effectiveConfigurations(this.registry.all, it));
    const noted = names
      // A section that is no longer defined is ignored.
      .filter((name) => before![name] && !isSameJson(before![name], after![name]))
      .map((name) => ({
        section: name,
        before: before![name]!,
        after: after![name]!,
        previousEtag: state.draft.sections[name]!.etag,
        etag: newEtag(),
      }));
    if (noted.length > 0)
      await this.history.note(tx, auth, state.project.projectId, noted, next.draft?.etag ?? null, now);
  }
}
