import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import { effectiveSection } from '../rules/sections/effective-configuration.policy.js';
import { validateAll, validationOf } from '../rules/sections/findings.policy.js';
import type { Finding, SectionDefinition } from '../rules/sections/section-definition.js';
import { sectionPermissions } from '../rules/sections/section-access.policy.js';
import { SectionResponse } from './section.response.js';

/**
 * A section in responses of its routes (workspace 1.3).
 * @param all every section
 * @param shown the configuration to show and to validate instead of the current one
 * @param besides further findings, which do not come from rules of a section
 */
export function sectionAnswer(
  auth: AuthContext,
  section: SectionDefinition,
  all: readonly SectionDefinition[],
  state: ConfigurationState,
  shown: Readonly<Record<string, unknown>> | undefined,
  besides: readonly Finding[],
): SectionResponse {
  const { source, etag, updatedAt, updatedBy, ...standing } = effectiveSection(section, state);
  const configuration = shown ?? standing.configuration;
  const { part } = section.write;
  const found = validateAll(all, state, { [section.name]: configuration }).get(section.name)!.findings;
  const { status, findings } = validationOf([...found, ...besides]);
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
