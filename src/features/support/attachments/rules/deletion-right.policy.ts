import { INTERNAL_ROLES, type Scope } from '../../../../core/shared/roles.js';
import { moveOf, type AttachmentState } from './attachment-state.policy.js';

const ADMINISTRATORS: readonly (Scope | 'system')[] = ['client_admin', ...INTERNAL_ROLES];

/** The uploader of a file, and administrators, may delete it (support-attachments 7.1). */
export const isDeleter = (scope: Scope | 'system', person: string, uploadedBy: string): boolean =>
  uploadedBy === person || ADMINISTRATORS.includes(scope);

/**
 * Whether a person may delete a file in this state; of an infected one, name and finding are kept.
 */
export const mayDelete = (
  scope: Scope | 'system',
  person: string,
  { uploadedBy, state }: { readonly uploadedBy: string; readonly state: AttachmentState },
): boolean => moveOf(state, 'delete') !== null && isDeleter(scope, person, uploadedBy);
