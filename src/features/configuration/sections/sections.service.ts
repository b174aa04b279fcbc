import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import { isRecord } from '../../../core/shared/json/json-path.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { effectiveSection } from '../rules/sections/effective-configuration.policy.js';
import { ProjectConfigurations } from '../lookup/project-configurations.service.js';
import { configurationToSave, requireConfigurations } from '../rules/saved-configuration.policy.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';
import { SectionEdits } from '../lookup/section-edits.service.js';
import { SectionRegistry } from '../lookup/section-registry.js';
import type { ReceivedRequest } from '../rules/raw-request.js';
import { requirePart, WriteGuards } from '../lookup/write-guards.service.js';
import { sectionAnswer } from './section-answer.js';
import { validateBody, writeBody } from './section-body.policy.js';
import { SectionResponse } from './section.response.js';
import { NAMING_SECTION } from '../rules/sections/inbound-numbers.policy.js';
import { InboundNumbers } from '../lookup/inbound-numbers.service.js';
import { WORKSPACE_ACTIONS } from '../configuration.audit.js';

/** The body of a write or a validation that matches its schema. */
interface SectionBody {
  readonly configuration?: unknown;
  readonly revision_token?: string;
  readonly [part: string]: unknown;
}

const SENT = ['body', 'configuration'] as const;

/** Reads, saves and validates any section of a project's configuration (workspace section 1). */
@Injectable()
export class SectionsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly edits: SectionEdits,
    private readonly guards: WriteGuards,
    private readonly numbers: InboundNumbers,
  ) {}

  /** @throws 404 for an unknown project */
  async show(auth: AuthContext, section: SectionDefinition, projectId: string): Promise<SectionResponse> {
    return this.metadata.read(auth, async (db) =>
      this.answer(auth, db, section, await this.configurations.read(auth, db, projectId)),
    );
  }

  /**
   * Saves the section to the project's draft.
   * @throws 422 naming each wrong field, 413 too large, 428 or 409 by the section's guard, 409
   *   project_archived
   */
  async save(
    auth: AuthContext,
    section: SectionDefinition,
    projectId: string,
    sent: ReceivedRequest,
  ): Promise<SectionResponse> {
    const body = checked(writeBody(section), sent.body);
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const proof = { ifMatch: sent.ifMatch, token: body.revision_token };
      const { guard, part } = section.write;
      const standing = await this.guards.requireSection(auth, tx, state, section, guard, proof);
      const { configuration: current } = standing;
      requirePart(section, part && body[part.field], current);
      const configuration = configurationToSave(section, current, body.configuration, state, SENT);
      const saved = await this.edits.save(tx, auth, state, [{ section: section.name, configuration }]);
      const answer = await this.answer(auth, tx, section, saved);
      await tx.auditDone(WORKSPACE_ACTIONS.sectionSaved, {
        project_id: projectId,
        section: section.name,
        etag: answer.etag,
        previous_etag: state.draft?.sections[section.name]?.etag ?? null,
      });
      return tx.complete(sent.reservation, answer, { ETag: quotedEtag(answer.etag) });
    });
  }

  /**
   * Returns the findings of the section's rules about the saved configuration, or one sent instead;
   * saves nothing.
   * @throws 404 if this caller may send none, 422 naming each wrong field, 428 or 409 by the
   *   section's guard
   */
  async validate(
    auth: AuthContext,
    section: SectionDefinition,
    projectId: string,
    sent: ReceivedRequest,
  ): Promise<SectionResponse> {
    const { override = [], guarded = false } = section.validate ?? {};
    const isOverride = typeof sent.body === 'object' && sent.body !== null && 'configuration' in sent.body;
    const mayOverride = auth.scope !== 'system' && override.includes(auth.scope);
    if (isOverride && override.length > 0 && !mayOverride) throw notFound();
    const body = checked(validateBody(section), sent.body ?? {});
    const state = await this.configurations.load(auth, projectId);
    const guard = guarded ? section.write.guard : 'optional';
    const proof = { ifMatch: sent.ifMatch, token: body.revision_token };
    const answer = await this.metadata.read(auth, async (db) => {
      const standing = await this.guards.requireSection(auth, db, state, section, guard, proof);
      const shown =
        body.configuration === undefined
          ? undefined
          : configurationToSave(section, standing.configuration, body.configuration, state, SENT);
      return this.answer(auth, db, section, state, shown);
    });
    if (!sent.reservation) return answer;
    return this.metadata.transaction(auth, (tx) =>
      tx.complete(sent.reservation, answer, { ETag: quotedEtag(answer.etag) }),
    );
  }

  private async answer(
    auth: AuthContext,
    db: StoreReader,
    section: SectionDefinition,
    state: ConfigurationState,
    shown?: Readonly<Record<string, unknown>>,
  ): Promise<SectionResponse> {
    const taken =
      section.name === NAMING_SECTION
        ? await this.numbers.warnings(
            auth,
            db,
            state.project.projectId,
            shown ?? effectiveSection(section, state).configuration,
          )
        : [];
    return sectionAnswer(auth, section, this.registry.all, state, shown, taken);
  }
}

function checked(schema: ReturnType<typeof writeBody>, body: unknown): SectionBody {
  requireConfigurations(schema, body, isRecord(body) ? [body['configuration']] : []);
  return body as SectionBody;
}
