import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Scope } from '../../../core/shared/roles.js';

const ADMINISTRATORS: readonly Scope[] = ['client_admin', 'partner_admin'];

/** The administrators of the customer and of the partner, signed in (email-routing 1.1). */
export const FOR_ADMINISTRATORS: Omit<ProtectedAccess, 'kind'> = {
  scopes: ADMINISTRATORS,
  credentials: 'bearer',
  client: 'query',
  surface: 'domain',
};

/** Whether the caller may see the addresses of a party, masked. */
/** The role that manages the addresses of a party. @param partner its organisation; null: the customer */
export const managerOf = (partner: string | null): Scope =>
  partner === null ? 'client_admin' : 'partner_admin';

export const mayManageAddresses = ({ scope }: AuthContext): boolean =>
  (ADMINISTRATORS as readonly string[]).includes(scope);
