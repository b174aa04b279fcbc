import { INTERNAL_ROLES, type Scope } from '../../../../core/shared/roles.js';
import { moveOf, type AttachmentState } from './attachment-state.policy.js';

const ADMINISTRATORS: readonly string[] = ['client_admin', ...INTERNAL_ROLES];

/** Who uploaded a file, and administrators, may delete it (support-attachments 7.1). */
export const mayDelete = (
  scope: Scope | 'system',
  person: string,
  { uploadedBy, state }: { readonly uploadedBy: string; readonly state: AttachmentState },
): boolean =>
  moveOf(state, 'delete') !== null && (uploadedBy === person || ADMINISTRATORS.includes(scope));
