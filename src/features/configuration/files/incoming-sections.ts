import type { AuthContext } from '../../../core/shared/auth-context.js';
import { isSameJson } from '../../../core/shared/json/canonical-json.policy.js';
import type { JsonPath } from '../../../core/shared/json/json-path.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import {
  effectiveConfigurations,
  effectiveSection,
} from '../rules/sections/effective-configuration.policy.js';
import { overallStatus, validateAll, withFindings } from '../rules/sections/findings.policy.js';
import { NAMING_SECTION } from '../rules/sections/inbound-numbers.policy.js';
import { wholeToSave } from '../rules/saved-configuration.policy.js';
import { visibleParts } from '../rules/sections/section-access.policy.js';
import type { Finding, SectionDefinition } from '../rules/sections/section-definition.js';
import type { SectionEdit } from '../lookup/section-edits.service.js';
import { compareSections } from '../rules/version-diff.policy.js';
import { missingSecrets, type Configurations } from './configuration-file.policy.js';
import type { IncomingResponse } from './configuration-files.response.js';

/**
 * The sections to save so that the project has these configurations: unchanged ones stay, and so do
 * defaults.
 * @param loc location of the sections in the request
 * @throws 422 naming fields that the project does not accept, 413 a section too large
 */
export const editsFor = (
  all: readonly SectionDefinition[],
  state: ConfigurationState,
  sections: Configurations,
  loc: JsonPath,
): SectionEdit[] =>
  all
    .filter(({ name }) => Object.hasOwn(sections, name))
    .flatMap((section) => {
      const { configuration: current } = effectiveSection(section, state);
      const at = [...loc, section.name];
      const configuration = wholeToSave(section, current, sections[section.name], state, at);
      return isSameJson(current, configuration) ? [] : [{ section: section.name, configuration }];
    });

/** Every section as it would be published with these edits, by name. */
export const configurationsAfter = (
  all: readonly SectionDefinition[],
  state: ConfigurationState,
  edits: readonly SectionEdit[],
): Configurations => ({ ...effectiveConfigurations(all, state), ...editedSections(edits) });

const editedSections = (edits: readonly SectionEdit[]): Configurations =>
  Object.fromEntries(edits.map(({ section, configuration }) => [section, configuration]));

/**
 * The result of these edits for a project, as this caller may see it (workspace 12.6).
 * @param state without them
 * @param sent the sent sections, with the names of their secrets here
 * @param taken findings about numbers that belong to other projects
 */
export function outcomeOf(
  auth: AuthContext,
  all: readonly SectionDefinition[],
  state: ConfigurationState,
  edits: readonly SectionEdit[],
  sent: Configurations,
  taken: readonly Finding[],
): Omit<IncomingResponse, 'dry_run' | 'etag'> {
  const shown = editedSections(edits);
  const before = visibleParts(auth, all, effectiveConfigurations(all, state));
  const validations = withFindings(validateAll(all, state, shown), NAMING_SECTION, taken);
  return {
    project_id: state.project.projectId,
    changed_sections: Object.keys(shown),
    changes: compareSections(before, { ...before, ...visibleParts(auth, all, shown) }),
    status: overallStatus(validations),
    sections: Object.keys(before).map((name) => {
      const { status, findings } = validations.get(name)!;
      return { section: name, status, findings: [...findings] };
    }),
    missing_secrets: missingSecrets(sent, state.secretNames),
  };
}
