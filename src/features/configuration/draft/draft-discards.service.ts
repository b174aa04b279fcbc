import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unprocessable } from '../../../core/shared/platform-error.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import { ProjectConfigurations } from '../lookup/project-configurations.service.js';
import type { ReceivedRequest } from '../rules/raw-request.js';
import { mayChange } from '../rules/sections/section-access.policy.js';
import { SectionDiscards } from '../lookup/section-discards.service.js';
import { SectionRegistry } from '../lookup/section-registry.js';
import { WriteGuards } from '../lookup/write-guards.service.js';
import { WORKSPACE_ACTIONS } from '../configuration.audit.js';
import { draftAnswer } from './draft-answer.js';
import type { DraftResponse } from './draft.response.js';

/** Discards the draft of one section or of all of them (workspace 3.13 to 3.16). */
@Injectable()
export class DraftDiscards {
  constructor(
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly discards: SectionDiscards,
    private readonly guards: WriteGuards,
  ) {}

  /**
   * The project returns to its published state, or its initial one.
   * @throws 404, 428 or 409 by the draft's etag, 409 project_archived, 422 bearer_required if the
   *   draft contains sections that this caller may not write
   */
  discardAll(auth: AuthContext, projectId: string, sent: ReceivedRequest): Promise<DraftResponse> {
    return this.discard(auth, projectId, sent, null);
  }

  /**
   * Restores the published section, or its defaults.
   * @throws 404 also for a section that this caller may not write, 428 or 409 by the draft's etag,
   *   409 project_archived
   */
  async discardSection(
    auth: AuthContext,
    projectId: string,
    name: string,
    sent: ReceivedRequest,
  ): Promise<DraftResponse> {
    const section = this.registry.find(name);
    if (!section || !mayChange(auth, section)) throw notFound();
    return this.discard(auth, projectId, sent, name);
  }

  private discard(
    auth: AuthContext,
    projectId: string,
    sent: ReceivedRequest,
    section: string | null,
  ): Promise<DraftResponse> {
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      await this.guards.requireDraft(auth, tx, state, { ifMatch: sent.ifMatch });
      const { draft } = state;
      const drafted = Object.keys(draft?.sections ?? {});
      const names = section === null ? drafted : drafted.filter((name) => name === section);
      this.requireCaller(auth, names);
      const next =
        draft === null || names.length === 0
          ? state
          : await this.discards.discard(tx, auth, { ...state, draft }, names);
      await tx.auditDone(
        section === null ? WORKSPACE_ACTIONS.draftDiscarded : WORKSPACE_ACTIONS.sectionDiscarded,
        {
          project_id: projectId,
          ...(section === null ? { sections: names.toSorted().join(' ') } : { section }),
          etag: next.draft?.etag ?? null,
          previous_etag: draft?.etag ?? null,
        },
      );
      return tx.complete(sent.reservation, draftAnswer(auth, this.registry.all, next), headersOf(next));
    });
  }

  /**
   * A draft is only discarded by a caller who may see all of it, so that no unseen work is
   * dropped.
   */
  private requireCaller(auth: AuthContext, names: readonly string[]): void {
    const barred = names
      .flatMap((name) => this.registry.find(name) ?? [])
      .filter((section) => !mayChange(auth, section));
    if (barred.length === 0) return;
    throw unprocessable(
      ...barred.map(({ name }) => ({
        loc: ['sections', name],
        message:
          'The draft changes a section that only a person may change. Repeat the request with a ' +
          "partner_admin's bearer token, or discard the other sections one by one.",
        type: 'bearer_required',
      })),
    );
  }
}

const headersOf = ({ draft }: ConfigurationState): Record<string, string> =>
  draft ? { ETag: quotedEtag(draft.etag) } : {};
