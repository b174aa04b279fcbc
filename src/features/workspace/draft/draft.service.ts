import { Injectable } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { TObject } from '@sinclair/typebox';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { notFound, validationFailed } from '../../../core/kernel/platform-error.js';
import { isSameJson } from '../../../core/json/canonical-json.policy.js';
import type { ConfigurationState } from '../configuration/configuration-state.js';
import { effectiveSection, effectiveSections } from '../configuration/effective-configuration.policy.js';
import { isRecord } from '../../../core/json/json-path.js';
import { quotedEtag } from '../../../core/http/etag-headers.policy.js';
import { validateAll } from '../configuration/findings.policy.js';
import { ProjectConfigurations } from '../configuration/project-configurations.service.js';
import { configurationToSave } from '../configuration/saved-configuration.policy.js';
import { requireConfigurations } from '../configuration/section-size.policy.js';
import { keyFault, mayChange, visibleParts } from '../configuration/section-access.policy.js';
import type { SectionDefinition } from '../configuration/section-definition.js';
import { SectionEdits } from '../configuration/section-edits.service.js';
import type { SectionEdit } from '../configuration/section-edits.service.js';
import { SectionRegistry } from '../configuration/section-registry.js';
import type { ReceivedRequest } from '../configuration/raw-request.js';
import { requirePart, WriteGuards } from '../configuration/write-guards.service.js';
import { draftSectionState } from './draft-section-state.policy.js';
import { DraftResponse } from './draft.response.js';
import { WORKSPACE_ACTIONS } from '../workspace.audit.js';

interface DraftBody {
  readonly sections: Readonly<Record<string, unknown>>;
}

/** Shows and replaces the draft of a project's configuration as a whole (workspace section 3). */
@Injectable()
export class DraftService {
  private readonly body: TObject;

  constructor(
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly edits: SectionEdits,
    private readonly guards: WriteGuards,
  ) {
    const sections = registry.all.map((section) => [section.name, Type.Optional(draftedSchema(section))]);
    this.body = Type.Object(
      {
        sections: Type.Object(Object.fromEntries(sections) as Record<string, TObject>, {
          minProperties: 1,
          additionalProperties: false,
        }),
      },
      { additionalProperties: false },
    );
  }

  /** With the sections that this caller may see. @throws 404 for a project that is not there */
  async show(auth: AuthContext, projectId: string): Promise<DraftResponse> {
    return this.answer(auth, await this.configurations.load(auth, projectId));
  }

  /**
   * Saves all the sections that were sent or none of them; those that say what stands already are left as they are.
   * @throws 404 for a section that this caller may not write, 400 without a key that one of them needs, 422 naming each
   * wrong field, 413 a section too large, 428 or 409 by the draft's etag, 409 by the version of a section's part, 409
   * project_archived
   */
  async replace(auth: AuthContext, projectId: string, sent: ReceivedRequest): Promise<DraftResponse> {
    this.requireCaller(auth, sent);
    requireConfigurations(this.body, sent.body, Object.values(sentSections(sent)));
    const { sections } = sent.body as DraftBody;
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      await this.guards.requireDraft(auth, tx, state, sent);
      const changes = this.changesOf(state, sections);
      const saved = changes.length === 0 ? state : await this.edits.save(tx, auth, state, changes);
      const answer = this.answer(auth, saved);
      await tx.audit({
        action: WORKSPACE_ACTIONS.draftSaved,
        outcome: 'success',
        metadata: {
          project_id: projectId,
          sections: changes.map(({ section }) => section).join(' '),
          etag: answer.etag,
          previous_etag: state.draft?.etag ?? null,
        },
      });
      const headers: Record<string, string> = answer.etag === null ? {} : { ETag: quotedEtag(answer.etag) };
      return tx.complete(sent.reservation, answer, headers);
    });
  }

  /** What the own routes of the sections ask of who writes them, as early as these do: before the body is looked at. */
  private requireCaller(auth: AuthContext, sent: ReceivedRequest): void {
    const parts = sentSections(sent);
    const named = this.registry.all.filter(({ name }) => Object.hasOwn(parts, name));
    if (!named.every((section) => mayChange(auth, section))) throw notFound();
    const [fault] = named.flatMap((section) => keyFault(section, sent.idempotencyKey) ?? []);
    if (fault) throw validationFailed(fault);
  }

  private changesOf(state: ConfigurationState, sent: DraftBody['sections']): SectionEdit[] {
    return this.registry.all
      .filter(({ name }) => Object.hasOwn(sent, name))
      .flatMap((section) => {
        const current = effectiveSection(section, state);
        const own = sent[section.name] as Readonly<Record<string, unknown>>;
        const { part } = section.write;
        requirePart(section, part && own[part.field], current.configuration);
        const loc = ['body', 'sections', section.name];
        const configuration = configurationToSave(section, current.configuration, own, state, loc);
        const isChanged = current.source === 'default' || !isSameJson(current.configuration, configuration);
        return isChanged ? [{ section: section.name, configuration }] : [];
      });
  }

  private answer(auth: AuthContext, state: ConfigurationState): DraftResponse {
    const { project, draft } = state;
    const { all } = this.registry;
    const validations = validateAll(all, state);
    const sections = [...effectiveSections(all, state)].map(([name, section]) => [
      name,
      {
        state: draftSectionState(section, validations.get(name)!),
        updated_at: section.updatedAt?.toISOString() ?? null,
        updated_by: section.updatedBy,
      },
    ]);
    return {
      project_id: project.projectId,
      etag: draft?.etag ?? null,
      sections: visibleParts(auth, all, Object.fromEntries(sections) as DraftResponse['sections']),
      base_version_number: draft ? draft.baseVersionNumber : project.latestPublishedVersion,
      updated_at: draft?.updatedAt.toISOString() ?? null,
    };
  }
}

/** What stands in the body as sections, of any type. */
const sentSections = ({ body }: ReceivedRequest): Readonly<Record<string, unknown>> => {
  const sections: unknown = isRecord(body) ? body['sections'] : undefined;
  return isRecord(sections) ? sections : {};
};

/** What may be sent of a section here: what its own route takes, the version of a part of it inside. */
function draftedSchema({ schema, write }: SectionDefinition): TObject {
  const sent = write.schema ?? schema;
  if (!write.part) return sent;
  const properties = { ...sent.properties, [write.part.field]: write.part.schema };
  return Type.Object(properties, { additionalProperties: false });
}
