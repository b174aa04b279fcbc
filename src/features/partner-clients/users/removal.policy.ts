import type { PartnerRole } from '../../../core/shared/roles.js';

/** Someone with a partner's role for a client. */
export interface AssignedUser {
  readonly user_id: string;
  readonly role: PartnerRole;
}

/**
 * Why one of a client's assigned people may not be removed (partner-clients 6.5): one person must
 * remain, and a partner_user must be replaced by another partner_user.
 */
export function refusalToRemove(assigned: readonly AssignedUser[], userId: string): 'absent' | 'last' | null {
  const removed = assigned.find(({ user_id }) => user_id === userId);
  if (!removed) return 'absent';
  const others = assigned.filter(({ user_id }) => user_id !== userId);
  const isLeft =
    removed.role === 'partner_user' ? others.some(({ role }) => role === 'partner_user') : others.length > 0;
  return isLeft ? null : 'last';
}
