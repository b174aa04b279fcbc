import { Injectable } from '@nestjs/common';
import { success } from '../../../core/shared/audit-event.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unprocessable, type FieldError } from '../../../core/shared/platform-error.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import { NAMING_SECTION } from '../rules/sections/inbound-numbers.policy.js';
import { InboundNumbers } from '../lookup/inbound-numbers.service.js';
import { ProjectConfigurations } from '../lookup/project-configurations.service.js';
import type { ReceivedRequest } from '../rules/raw-request.js';
import { mayChange, maySee } from '../rules/sections/section-access.policy.js';
import type { SectionCallers } from '../rules/sections/section-definition.js';
import { SectionEdits } from '../lookup/section-edits.service.js';
import { SectionRegistry } from '../lookup/section-registry.js';
import { WriteGuards } from '../lookup/write-guards.service.js';
import { WORKSPACE_ACTIONS } from '../configuration.audit.js';
import {
  fileOf,
  fileText,
  givenSections,
  requireReferredTo,
  withSecretNames,
} from './configuration-file.policy.js';
import type { ExportSource } from './configuration-files.request.js';
import type { IncomingResponse } from './configuration-files.response.js';
import { configurationsAfter, editsFor, outcomeOf } from './incoming-sections.js';
import { readFile, sectionsIn } from './received-file.js';

const IN_FILE = ['body', 'sections'] as const;

/** Exports and imports a project's configuration as a file (workspace section 12). */
@Injectable()
export class ConfigurationFilesService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly edits: SectionEdits,
    private readonly guards: WriteGuards,
    private readonly numbers: InboundNumbers,
  ) {}

  /**
   * The text of the file, with the sections that this caller may see.
   * @throws 404 for an unknown project, 422 for the published version of a project without one
   */
  async export(auth: AuthContext, projectId: string, source: ExportSource): Promise<string> {
    const state = stateOf(source, await this.configurations.load(auth, projectId), ['query', 'source']);
    const shown = this.registry.all.filter((section) => maySee(auth, section));
    const file = fileOf(state.project, givenSections(shown, state));
    await this.metadata.recordAudit(
      auth,
      success(WORKSPACE_ACTIONS.configurationExported, {
        project_id: projectId,
        source,
        checksum: file.checksum,
      }),
    );
    return fileText(file);
  }

  /**
   * Saves the sections of a file to the draft, all of them or none, or previews that.
   * @throws 422 bearer_required for a section that a key may not write, 404 for another that this
   *   caller may not write, 413 and 422 as `readFile`, 422 for names of secrets that the file does
   *   not have, 428 or 409 by the draft's etag, 409 project_archived, 409 project_draft_limit
   */
  async import(
    auth: AuthContext,
    projectId: string,
    sent: ReceivedRequest,
    isDryRun: boolean,
  ): Promise<IncomingResponse> {
    this.requireCaller(auth, sent.body);
    const { sections: read, secret_names: names = {} } = await readFile(this.registry.all, sent.body);
    requireReferredTo(read, names, ['body', 'secret_names']);
    const sections = withSecretNames(read, names);
    const { all } = this.registry;
    if (isDryRun) {
      const state = await this.configurations.loadForEdit(auth, projectId);
      return this.metadata.read(auth, async (db) => {
        await this.guards.requireDraft(auth, db, state, sent, 'optional');
        const changes = editsFor(all, state, sections, IN_FILE);
        if (changes.length > 0) this.edits.countOf(state, changes.length);
        const after = configurationsAfter(all, state, changes)[NAMING_SECTION];
        const taken = await this.numbers.warnings(auth, db, projectId, after);
        const outcome = outcomeOf(auth, all, state, changes, sections, taken);
        return { ...outcome, dry_run: true, etag: state.draft?.etag ?? null };
      });
    }
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      await this.guards.requireDraft(auth, tx, state, { ifMatch: sent.ifMatch });
      const changes = editsFor(all, state, sections, IN_FILE);
      const saved = changes.length === 0 ? state : await this.edits.save(tx, auth, state, changes);
      const after = configurationsAfter(all, state, changes)[NAMING_SECTION];
      const taken = await this.numbers.warnings(auth, tx, projectId, after);
      const outcome = outcomeOf(auth, all, state, changes, sections, taken);
      const answer = { ...outcome, dry_run: false, etag: saved.draft?.etag ?? null };
      await tx.auditDone(WORKSPACE_ACTIONS.configurationImported, {
        project_id: projectId,
        sections: answer.changed_sections.join(' '),
        etag: answer.etag,
        previous_etag: state.draft?.etag ?? null,
      });
      return tx.complete(sent.reservation, answer, etagHeader(answer));
    });
  }

  /** Checks the callers' rules of the sections, before the file is read. */
  private requireCaller(auth: AuthContext, body: unknown): void {
    const sections = sectionsIn(body);
    const named = this.registry.all.filter(({ name }) => Object.hasOwn(sections, name));
    const refused = named.filter((section) => !mayChange(auth, section));
    if (refused.length === 0) return;
    // Such a section does not exist for other roles; a key has the role, but is not a person.
    if (!refused.every(({ write }) => isForPeople(auth, write))) throw notFound();
    throw unprocessable(...refused.map(({ name }) => onlyPeople(name)));
  }
}

const isForPeople = ({ scope, principal }: AuthContext, { scopes, credentials }: SectionCallers): boolean =>
  principal.kind === 'api_key' && credentials === 'bearer' && (scopes as readonly string[]).includes(scope);

const onlyPeople = (name: string): FieldError => ({
  loc: [...IN_FILE, name],
  message:
    'can only be written by people, and this request was made with a key: repeat it with the bearer token ' +
    'of a partner_admin, or remove the section and the checksum from the file',
  type: 'bearer_required',
});

/** The etag of the draft as a header; absent without a draft. */
export const etagHeader = ({ etag }: Pick<IncomingResponse, 'etag'>): Record<string, string> =>
  etag === null ? {} : { ETag: quotedEtag(etag) };

/**
 * The configuration to copy.
 * @param loc location of the source in the request
 * @throws 422 for the published version if there is none
 */
export function stateOf(
  source: ExportSource,
  state: ConfigurationState,
  loc: readonly string[],
): ConfigurationState {
  if (source === 'draft') return state;
  if (state.published) return { ...state, draft: null };
  throw unprocessable({
    loc: [...loc],
    message: 'must be draft: the project has no published version',
    type: 'not_published',
  });
}
