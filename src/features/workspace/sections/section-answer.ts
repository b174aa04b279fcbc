import type { AuthContext } from '../../../core/auth/auth-context.js';
import type { ConfigurationState } from '../configuration/configuration-state.js';
import { effectiveSections } from '../configuration/effective-configuration.policy.js';
import { factsFor, validateSection } from '../configuration/findings.policy.js';
import type { SectionDefinition } from '../configuration/section-definition.js';
import { sectionPermissions } from '../configuration/section-permissions.policy.js';
import { SectionResponse } from './section.response.js';

/**
 * A section as its routes answer it (D3 of the decisions, "Section answer").
 * @param all every section there is
 * @param shown the configuration to show and to validate in place of the one that stands
 */
export function sectionAnswer(
  auth: AuthContext,
  section: SectionDefinition,
  all: readonly SectionDefinition[],
  state: ConfigurationState,
  shown?: Readonly<Record<string, unknown>>,
): SectionResponse {
  const effective = effectiveSections(all, state);
  const { source, etag, updatedAt, updatedBy, ...standing } = effective.get(section.name)!;
  const configuration = shown ?? standing.configuration;
  const { part } = section.write;
  const { status, findings } = validateSection(section, configuration, factsFor(section, effective, state));
  return {
    project_id: state.project.projectId,
    section: section.name,
    source,
    etag,
    configuration: { ...configuration },
    ...(part ? { [part.field]: part.of(standing.configuration) } : {}),
    validation: { status, findings: [...findings] },
    permissions: sectionPermissions(auth, section, state),
    updated_at: updatedAt?.toISOString() ?? null,
    updated_by: updatedBy,
  };
}
