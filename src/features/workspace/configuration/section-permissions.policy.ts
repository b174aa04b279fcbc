import type { AuthContext } from '../../../core/kernel/auth-context.js';
import type { ConfigurationState } from './configuration-state.js';
import { mayChange } from './section-access.policy.js';
import type { SectionDefinition } from './section-definition.js';

/** Why a caller cannot edit a section; the words of the project's own permissions. */
export const SECTION_READ_ONLY_REASONS = ['role_read_only', 'project_archived'] as const;

export interface SectionPermissions {
  readonly can_edit: boolean;
  /** Null when the caller can edit the section. */
  readonly read_only_reason: (typeof SECTION_READ_ONLY_REASONS)[number] | null;
}

/** What the caller may do with a section. A caller who may only read is told so first: restoring the project would not help. */
export function sectionPermissions(
  auth: AuthContext,
  { write }: Pick<SectionDefinition, 'write'>,
  { project }: ConfigurationState,
): SectionPermissions {
  if (!mayChange(auth, { write })) return { can_edit: false, read_only_reason: 'role_read_only' };
  const isArchived = project.lifecycleState === 'archived';
  return { can_edit: !isArchived, read_only_reason: isArchived ? 'project_archived' : null };
}
