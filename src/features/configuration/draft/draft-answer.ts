import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import { effectiveSections } from '../rules/sections/effective-configuration.policy.js';
import { validateAll } from '../rules/sections/findings.policy.js';
import { visibleParts } from '../rules/sections/section-access.policy.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';
import { draftSectionState } from './draft-section-state.policy.js';
import type { DraftResponse } from './draft.response.js';

/**
 * The draft in responses, with the sections that this caller may see (workspace 3.1, 3.10).
 * @param all every section
 */
export function draftAnswer(
  auth: AuthContext,
  all: readonly SectionDefinition[],
  state: ConfigurationState,
  include?: 'configurations',
): DraftResponse {
  const { project, draft } = state;
  const validations = validateAll(all, state);
  const effective = [...effectiveSections(all, state)];
  const sections = effective.map(([name, section]) => [
    name,
    {
      state: draftSectionState(section, validations.get(name)!),
      updated_at: section.updatedAt?.toISOString() ?? null,
      updated_by: section.updatedBy,
    },
  ]);
  const configurations = effective.map(([name, { configuration }]) => [name, configuration]);
  return {
    project_id: project.projectId,
    etag: draft?.etag ?? null,
    sections: visibleParts(auth, all, Object.fromEntries(sections) as DraftResponse['sections']),
    ...(include && {
      configurations: visibleParts(
        auth,
        all,
        Object.fromEntries(configurations) as Record<string, Record<string, unknown>>,
      ),
    }),
    base_version_number: draft ? draft.baseVersionNumber : project.latestPublishedVersion,
    updated_at: draft?.updatedAt.toISOString() ?? null,
  };
}
