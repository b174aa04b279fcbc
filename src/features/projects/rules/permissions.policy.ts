import type { AuthContext } from '../../../core/shared/auth-context.js';
import { permits, type ProjectState } from './lifecycle.policy.js';

/** Why a caller cannot edit a project. */
export const READ_ONLY_REASONS = ['role_read_only', 'project_archived'] as const;
type ReadOnlyReason = (typeof READ_ONLY_REASONS)[number];

/** The caller's permissions for projects, and for one in this state (projects 3.5). */
export interface ProjectPermissions {
  readonly can_create: boolean;
  readonly can_edit: boolean;
  readonly can_archive: boolean;
  readonly can_restore: boolean;
  readonly can_manage_assignments: boolean;
  /** Null if the caller can edit the project. */
  readonly read_only_reason: ReadOnlyReason | null;
}

/** A partner_admin's organisation, which may assign people to projects; null for others. */
export const managedOrganisation = ({ scope, principal }: AuthContext): string | null =>
  scope === 'partner_admin' && principal.kind === 'bearer' ? principal.organisationId : null;

/**
 * For a caller who may only read, that reason comes first: restoring the project would not help.
 */
export function permissionsOf(auth: AuthContext, state: ProjectState): ProjectPermissions {
  const writes = auth.scope === 'partner_admin';
  const canEdit = writes && permits(state, 'edit');
  return {
    can_create: writes,
    can_edit: canEdit,
    can_archive: writes && permits(state, 'archive'),
    can_restore: writes && permits(state, 'restore'),
    can_manage_assignments: canEdit && managedOrganisation(auth) !== null,
    read_only_reason: canEdit ? null : writes ? 'project_archived' : 'role_read_only',
  };
}
