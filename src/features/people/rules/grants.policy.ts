import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CUSTOMER_ROLES, PARTNER_ROLES, PORTAL_ROLES, type PortalRole } from '../../../core/shared/roles.js';

type AuthScope = AuthContext['scope'];

/** Administrators grant roles of their own kind, and see who has them (people 2.1). */
const GRANTABLE = {
  partner_admin: PORTAL_ROLES.filter((role) => PARTNER_ROLES.includes(role)),
  client_admin: CUSTOMER_ROLES,
} as const satisfies Partial<Record<AuthScope, readonly PortalRole[]>>;

type Administrator = keyof typeof GRANTABLE;

/** The roles that manage people. */
export const ADMINISTRATORS = Object.keys(GRANTABLE) as readonly Administrator[];

const isAdministrator = (scope: AuthScope): scope is Administrator =>
  ADMINISTRATORS.some((role) => role === scope);

/** The roles that a caller may grant, end and see; none for callers without a client. */
export const grantableRoles = (scope: AuthScope): readonly PortalRole[] =>
  isAdministrator(scope) ? GRANTABLE[scope] : [];

/** The role with this name if the caller may grant it; null also for an unknown role. */
export const grantableRole = (scope: AuthScope, name: string): PortalRole | null =>
  grantableRoles(scope).find((role) => role === name) ?? null;

/** The roles of each kind, highest first, in the order of the list of roles. */
const ranks = (of: PortalRole): readonly PortalRole[] =>
  [PORTAL_ROLES.filter((role) => PARTNER_ROLES.includes(role)), CUSTOMER_ROLES].find(
    (kind: readonly PortalRole[]) => kind.includes(of),
  ) ?? [];

/** Whether a role has the same kind as another one, and at least its rank. */
export const ranksAtLeast = (role: PortalRole, other: PortalRole): boolean =>
  ranks(other).includes(role) && ranks(other).indexOf(role) <= ranks(other).indexOf(other);

/** The facts that decide whether a person counts as an administrator. */
export interface RoleState {
  readonly role: PortalRole;
  readonly active: boolean;
}

interface RoleChange {
  readonly before: RoleState;
  readonly after: RoleState;
  /** The number of other active people with the person's previous role. */
  readonly others: number;
}

/**
 * The roles in which one person must remain: that of the administrators who make the change,
 * because no other person could undo it (people 2.4), and a client's partner users (people 2.7).
 */
const KEPT: Readonly<Record<Administrator, readonly PortalRole[]>> = {
  partner_admin: ['partner_admin', 'partner_user'],
  client_admin: ['client_admin'],
};

/**
 * The role that needs an active person and would lose the last one by a change; null if one
 * remains.
 * @param scope the role of the caller
 */
export function roleLeftEmpty(scope: AuthScope, { before, after, others }: RoleChange): PortalRole | null {
  const stays = after.active && after.role === before.role;
  const isKept = isAdministrator(scope) && KEPT[scope].includes(before.role);
  return before.active && !stays && isKept && others === 0 ? before.role : null;
}
