import type { PartnerRole } from '../../../core/shared/roles.js';

/** Someone with a partner's role for a client. */
export interface AssignedUser {
  readonly user_id: string;
  readonly role: PartnerRole;
}

/**
 * What stands in the way of removing one of a client's assigned people (partner-clients 6.5): somebody must be left, and in the
 * place of a partner_user another partner_user.
 */
export function refusalToRemove(assigned: readonly AssignedUser[], userId: string): 'absent' | 'last' | null {
  const removed = assigned.find(({ user_id }) => user_id === userId);
  if (!removed) return 'absent';
  const others = assigned.filter(({ user_id }) => user_id !== userId);
  const isLeft =
    removed.role === 'partner_user' ? others.some(({ role }) => role === 'partner_user') : others.length > 0;
  return isLeft ? null : 'last';
}
