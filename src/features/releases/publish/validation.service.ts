import { Injectable } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { CatalogueEntry } from '../../../core/shared/catalogue.js';
import type { FieldError } from '../../../core/shared/platform-error.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { pathText } from '../../../core/shared/json/json-path.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { requireBody } from '../../../core/http/schemas/schema-check.policy.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import { ConversationGates } from '../../configuration/lookup/conversation-gate.service.js';
import { error, type Finding } from '../../configuration/rules/sections/section-definition.js';
import {
  overallStatus,
  validateAll,
  withFindings,
} from '../../configuration/rules/sections/findings.policy.js';
import { NAMING_SECTION } from '../../configuration/rules/sections/inbound-numbers.policy.js';
import { InboundNumbers } from '../../configuration/lookup/inbound-numbers.service.js';
import { ProjectConfigurations } from '../../configuration/lookup/project-configurations.service.js';
import { maySee } from '../../configuration/rules/sections/section-access.policy.js';
import { SectionRegistry } from '../../configuration/lookup/section-registry.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { ReleaseBlockers } from './release-blockers.service.js';
import type { ValidationResponse } from './releases.response.js';
import { NEXT_VERSION } from './versions.queries.js';

const NO_FIELDS = Type.Object({}, { additionalProperties: false });

/** Shows what would be published now, and everything that prevents it (workspace 5.1). */
@Injectable()
export class ValidationService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly tests: ConversationGates,
    private readonly blockers: ReleaseBlockers,
    private readonly numbers: InboundNumbers,
  ) {}

  /**
   * Validates the configuration that would be published now, section by section. All of them count
   * for the status, including those that this caller may not see.
   * @param body nothing or {}
   * @throws 422 for any other body, 404 for an unknown project
   */
  async validate(auth: AuthContext, projectId: string, body: unknown): Promise<ValidationResponse> {
    requireBody(NO_FIELDS, body ?? {});
    const state = await this.configurations.load(auth, projectId);
    const hidden = this.registry.all.filter((section) => !maySee(auth, section));
    const plan = this.blockers.plan('publish', state, state, null);
    return this.metadata.read(auth, async (db) => {
      const taken = await this.numbers.warnings(auth, db, projectId, plan.next[NAMING_SECTION]);
      const validations = withFindings(validateAll(this.registry.all, state), NAMING_SECTION, taken);
      const blocked = hidden.filter(({ name }) => validations.get(name)!.status === 'blocked');
      const conversationTests = await this.tests.summary(db, state);
      const findings = [
        ...(await this.ofProject(db, state)),
        ...blocked.map(({ name }) => error('section_blocked', name, 'The section has errors.')),
        ...(await this.blockers.besidesSections(db, auth, plan)).map(findingOf),
      ];
      return {
        status: findings.length > 0 ? 'blocked' : overallStatus(validations),
        release_findings: findings,
        conversation_tests: conversationTests,
        sections: this.registry.all
          .filter((section) => !hidden.includes(section))
          .map(({ name }) => {
            const { status, findings: found } = validations.get(name)!;
            return { section: name, status, findings: [...found] };
          }),
      };
    });
  }

  /** The faults that would be a 409, independent of the draft. */
  private async ofProject(db: StoreReader, { project, draft }: ConfigurationState): Promise<Finding[]> {
    if (project.lifecycleState === 'archived') return [entryFinding(PROJECT_ERRORS.archived)];
    if (draft === null) return [];
    const [place] = await db.query<{ staged_version_number: number | null }>(NEXT_VERSION, [
      project.projectId,
    ]);
    return place!.staged_version_number === null ? [] : [entryFinding(WORKSPACE_ERRORS.stagedReleaseActive)];
  }
}

const entryFinding = ({ code, message }: CatalogueEntry): Finding => error(code, '', message);

/** With the path that a refused publication would report. */
const findingOf = ({ loc, message, type }: FieldError): Finding =>
  error(type, pathText(loc.slice(1)), message);
