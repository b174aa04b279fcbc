import { Injectable } from '@nestjs/common';
import { Type, type Static } from '@sinclair/typebox';
import { DATA_ENVS, type AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { requireBody } from '../../../core/http/schemas/schema-check.policy.js';
import { closed, oneOf } from '../../../core/http/schemas/schema-parts.js';
import { OtherTenants } from '../../../core/tenancy/other-tenants.service.js';
import { NAMING_SECTION, withoutOwner } from '../rules/sections/inbound-numbers.policy.js';
import { InboundNumbers } from '../lookup/inbound-numbers.service.js';
import { ProjectConfigurations } from '../lookup/project-configurations.service.js';
import type { ReceivedRequest } from '../rules/raw-request.js';
import { mayChange, maySee } from '../rules/sections/section-access.policy.js';
import { SectionEdits } from '../lookup/section-edits.service.js';
import { SectionRegistry } from '../lookup/section-registry.js';
import { WriteGuards } from '../lookup/write-guards.service.js';
import { WORKSPACE_ACTIONS } from '../configuration.audit.js';
import { givenSections, requireReferredTo, withSecretNames } from './configuration-file.policy.js';
import type { Configurations, SecretNames } from './configuration-file.policy.js';
import { etagHeader, stateOf } from './configuration-files.service.js';
import { EXPORT_SOURCES } from './configuration-files.request.js';
import type { IncomingResponse } from './configuration-files.response.js';
import { configurationsAfter, editsFor, outcomeOf } from './incoming-sections.js';
import { SECRET_NAMES } from './received-file.js';

const identifier = Type.String({ minLength: 1, maxLength: 255 });

const CLONE = closed({
  target: closed({
    client_id: Type.Optional(identifier),
    data_env: Type.Optional(oneOf(DATA_ENVS)),
    project_id: identifier,
    etag: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  }),
  source: oneOf(EXPORT_SOURCES),
  secret_names: Type.Optional(SECRET_NAMES),
  // Another name of secret_names, which older callers send.
  secrets: Type.Optional(SECRET_NAMES),
});
type Clone = Static<typeof CLONE>;

/** Copies a project's configuration into another project's draft (workspace 12.9 to 12.13). */
@Injectable()
export class CloneService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly tenants: OtherTenants,
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly edits: SectionEdits,
    private readonly guards: WriteGuards,
    private readonly numbers: InboundNumbers,
  ) {}

  /**
   * Source and target are each read and written in their own tenant, never in one transaction: the
   * source is released before the target is locked.
   * @param request the caller, checked by the target's tenant
   * @throws 404 for a target that is not this caller's, 403 by its allowlist, 422 naming each wrong
   *   field, 428 or 409 by the etag of its draft, 409 project_archived, 409 project_draft_limit
   */
  async clone(
    auth: AuthContext,
    request: PlatformRequest,
    projectId: string,
    sent: ReceivedRequest,
  ): Promise<IncomingResponse> {
    requireBody(CLONE, sent.body);
    const { target, source } = sent.body as Clone;
    const [field, names] = secretNamesOf(sent.body as Clone);
    const there = await this.tenants.choose(request, target, 'partner_admin');
    const isSameTenant = there.clientId === auth.clientId && there.dataEnv === auth.dataEnv;
    if (isSameTenant && target.project_id === projectId) throw sameProject();
    const state = stateOf(source, await this.configurations.load(auth, projectId), ['body', 'source']);
    const copied = this.registry.all.filter((section) => maySee(auth, section) && mayChange(there, section));
    const given = givenSections(copied, state);
    requireReferredTo(given, names, ['body', field]);
    const sections = withSecretNames(given, names);
    const told = (tx: UnitOfWork, answer: IncomingResponse) =>
      this.completeInSource(tx, projectId, source, target, sent, answer);
    const answer = await this.copy(there, auth, projectId, target, sections, isSameTenant ? told : null);
    if (isSameTenant) return answer;
    // The record of the idempotency key belongs to the source's tenant, and no transaction is bound
    // to two tenants.
    return this.metadata.transaction(auth, (tx) => told(tx, withoutValues(answer)));
  }

  private copy(
    there: AuthContext,
    from: AuthContext,
    projectId: string,
    target: Clone['target'],
    sections: Configurations,
    told: ((tx: UnitOfWork, answer: IncomingResponse) => Promise<IncomingResponse>) | null,
  ): Promise<IncomingResponse> {
    const { all } = this.registry;
    return this.configurations.edit(there, target.project_id, async (tx, state) => {
      const proof = { ifMatch: undefined, token: target.etag, tokenField: 'target.etag' };
      await this.guards.requireDraft(there, tx, state, proof);
      const changes = editsFor(all, state, sections, ['sections']);
      const saved = changes.length === 0 ? state : await this.edits.save(tx, there, state, changes);
      const after = configurationsAfter(all, state, changes)[NAMING_SECTION];
      const taken = await this.numbers.warnings(there, tx, target.project_id, after);
      const outcome = outcomeOf(there, all, state, changes, sections, taken);
      const answer = { ...outcome, dry_run: false, etag: saved.draft?.etag ?? null };
      await tx.auditDone(WORKSPACE_ACTIONS.configurationCloned, {
        project_id: target.project_id,
        from_client_id: from.clientId,
        from_data_env: from.dataEnv,
        from_project_id: projectId,
        sections: answer.changed_sections.join(' '),
        etag: answer.etag,
        previous_etag: state.draft?.etag ?? null,
      });
      return told ? told(tx, answer) : answer;
    });
  }

  private async completeInSource(
    tx: UnitOfWork,
    projectId: string,
    source: Clone['source'],
    target: Clone['target'],
    { reservation }: ReceivedRequest,
    answer: IncomingResponse,
  ): Promise<IncomingResponse> {
    await tx.auditDone(WORKSPACE_ACTIONS.configurationExported, {
      project_id: projectId,
      source,
      to_project_id: target.project_id,
    });
    return tx.complete(reservation, answer, etagHeader(answer));
  }
}

/**
 * The part of the response that the source's tenant may store about the target's: the changed
 * fields without their values, and findings without the name of the project that answers a number.
 * A token reads only its own environment, and the stored response may be replayed to a caller who
 * has lost access to the other tenant.
 */
const withoutValues = (answer: IncomingResponse): IncomingResponse => ({
  ...answer,
  changes: answer.changes.map(({ section, path, op }) => ({ section, path, op })),
  sections: answer.sections.map((it) => ({ ...it, findings: it.findings.map(withoutOwner) })),
});

/**
 * The sent secret names, from either of the two fields.
 * @throws 422 if both are sent
 */
function secretNamesOf({ secret_names: names, secrets }: Clone): [field: string, names: SecretNames] {
  if (secrets === undefined) return ['secret_names', names ?? {}];
  if (names === undefined) return ['secrets', secrets];
  throw unprocessable({
    loc: ['body', 'secrets'],
    message: 'must be omitted: it is an alias of secret_names, which was also sent',
    type: 'names_twice',
  });
}

const sameProject = () =>
  unprocessable({
    loc: ['body', 'target', 'project_id'],
    message: 'must not be the project that is copied',
    type: 'same_project',
  });
