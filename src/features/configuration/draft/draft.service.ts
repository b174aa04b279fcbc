import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unprocessable, validationFailed } from '../../../core/shared/platform-error.js';
import { isSameJson } from '../../../core/shared/json/canonical-json.policy.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import { effectiveSection } from '../rules/sections/effective-configuration.policy.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ProjectConfigurations } from '../lookup/project-configurations.service.js';
import {
  configurationToSave,
  requireConfigurations,
  wholeToSave,
} from '../rules/saved-configuration.policy.js';
import { keyFault, mayChange } from '../rules/sections/section-access.policy.js';
import { SectionEdits, type SectionEdit } from '../lookup/section-edits.service.js';
import { SectionRegistry } from '../lookup/section-registry.js';
import type { ReceivedRequest } from '../rules/raw-request.js';
import { requirePart, WriteGuards } from '../lookup/write-guards.service.js';
import { draftAnswer } from './draft-answer.js';
import { draftBodies, fieldOf, sentParts, type DraftBody } from './draft-body.js';
import { DraftResponse } from './draft.response.js';
import { WORKSPACE_ACTIONS } from '../configuration.audit.js';

/** The fields of a valid body other than its sections. */
interface Read {
  readonly project_id?: string;
  readonly etag?: string | null;
  readonly base_version_number?: number | null;
}

/** Shows and replaces the draft of a project's configuration as a whole (workspace section 3). */
@Injectable()
export class DraftService {
  private readonly bodies: Record<DraftBody['field'], DraftBody>;

  constructor(
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly edits: SectionEdits,
    private readonly guards: WriteGuards,
  ) {
    this.bodies = draftBodies(registry.all);
  }

  /** Includes the sections that this caller may see. @throws 404 for an unknown project */
  async show(auth: AuthContext, projectId: string, include?: 'configurations'): Promise<DraftResponse> {
    const state = await this.configurations.load(auth, projectId);
    return draftAnswer(auth, this.registry.all, state, include);
  }

  /**
   * Saves all the sent sections or none of them; unchanged ones do not change. It accepts the
   * response of `show` with configurations: its etag is then a guard, or the version if there is no
   * draft, and only configurations are written.
   * @throws 404 for a section that this caller may not write, 400 without a key that one of them
   *   needs, 422 naming each wrong field, 413 a section too large, 428 or 409 by the draft's etag,
   *   409 by the version of a section's part, 409 project_archived
   */
  async replace(auth: AuthContext, projectId: string, sent: ReceivedRequest): Promise<DraftResponse> {
    const parts = sentParts(sent.body);
    const { field, schema } = this.bodies[fieldOf(sent.body)];
    this.requireCaller(auth, parts, sent);
    requireConfigurations(schema, sent.body, Object.values(parts));
    const { project_id: ofProject, etag, base_version_number: base } = sent.body as Read;
    if (ofProject !== undefined && ofProject !== projectId) throw otherProject(projectId);
    const proof = sent.ifMatch === undefined && etag ? { token: etag, tokenField: 'etag' } : {};
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      await this.guards.requireDraft(auth, tx, state, { ifMatch: sent.ifMatch, ...proof });
      await this.guards.requireBase(auth, tx, state, base);
      const changes = this.changesOf(state, field, parts);
      const saved = changes.length === 0 ? state : await this.edits.save(tx, auth, state, changes);
      const answer = draftAnswer(auth, this.registry.all, saved);
      await tx.auditDone(WORKSPACE_ACTIONS.draftSaved, {
        project_id: projectId,
        sections: changes.map(({ section }) => section).join(' '),
        etag: answer.etag,
        previous_etag: state.draft?.etag ?? null,
      });
      const headers: Record<string, string> = answer.etag === null ? {} : { ETag: quotedEtag(answer.etag) };
      return tx.complete(sent.reservation, answer, headers);
    });
  }

  /** Checks the sections' rules about callers before the body, as their own routes do. */
  private requireCaller(
    auth: AuthContext,
    parts: Readonly<Record<string, unknown>>,
    { idempotencyKey }: ReceivedRequest,
  ): void {
    const named = this.registry.all.filter(({ name }) => Object.hasOwn(parts, name));
    if (!named.every((section) => mayChange(auth, section))) throw notFound();
    const [fault] = named.flatMap((section) => keyFault(section, idempotencyKey) ?? []);
    if (fault) throw validationFailed(fault);
  }

  private changesOf(
    state: ConfigurationState,
    field: DraftBody['field'],
    sent: Readonly<Record<string, unknown>>,
  ): SectionEdit[] {
    const toSave = field === 'sections' ? configurationToSave : wholeToSave;
    return this.registry.all
      .filter(({ name }) => Object.hasOwn(sent, name))
      .flatMap((section) => {
        const current = effectiveSection(section, state);
        const own = sent[section.name] as Readonly<Record<string, unknown>>;
        const { part } = section.write;
        requirePart(section, part && own[part.field], current.configuration);
        const loc = ['body', field, section.name];
        const configuration = toSave(section, current.configuration, own, state, loc);
        // A caller that names a section saves it, even with its default values; a caller that sends
        // all sections back does not.
        const isSettled = field === 'sections' && current.source === 'default';
        const isChanged = isSettled || !isSameJson(current.configuration, configuration);
        return isChanged ? [{ section: section.name, configuration }] : [];
      });
  }
}

const otherProject = (projectId: string) =>
  unprocessable({
    loc: ['body', 'project_id'],
    message: `belongs to another project: this is the draft of ${projectId}. To copy a configuration, export and import it`,
    type: 'other_project',
  });
