import type { AuthContext } from '../../../core/shared/auth-context.js';

/**
 * Whether a caller may open a call from a list: sessions of the tenant's client_admin and of an
 * assigned partner_admin (calls 5.4). Keys of any scope may not.
 */
export const opensDetail = ({ principal, scope }: Pick<AuthContext, 'principal' | 'scope'>): boolean =>
  principal.kind === 'bearer' && (scope === 'client_admin' || scope === 'partner_admin');
