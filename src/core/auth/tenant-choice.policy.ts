import type { ProtectedAccess } from './access-rule.js';
import type { AuthContext, SignInProof } from '../shared/auth-context.js';
import type { Assignment, BearerCaller, Caller, OwnedClient } from './caller.js';
import { CUSTOMER_ROLES, INTERNAL_ROLES, type PortalRole, type Scope } from '../shared/roles.js';

declare module '../shared/platform-request.js' {
  interface PlatformRequest {
    /**
     * Set by TenantResolver; null if the caller may act for no client. A property and not a
     * WeakMap, whose entries would double the garbage collector's work under load.
     */
    tenantChoice?: TenantChoice | null;
  }
}

/** The chosen tenant, and the networks from which it may be used. */
export interface TenantChoice {
  readonly auth: AuthContext;
  readonly allowlist: readonly string[];
}

/**
 * Chooses the tenant of a request (access 4.2, 4.3, 4.4, 4.5). An API key acts for its own client.
 * A person acts for the assigned client that client_id names, else for the default assignment, else
 * for the only one; internal roles must name it.
 * @param requested the client_id of query or body, if the route accepts one
 * @param mustBeNamed result of mustName for the caller
 * @param platform roles of which any assignment suffices, because the request is for all clients
 * @returns null if the caller may act for no such client
 */
export function chooseTenant(
  caller: Caller,
  requested: string | undefined,
  mustBeNamed = false,
  platform?: readonly Scope[],
): TenantChoice | null {
  if (requested === undefined && mustBeNamed) return null;
  if (caller.kind === 'api_key') {
    if (requested !== undefined && requested !== caller.tenant.clientId) return null;
    const { tenant, scope, principal, allowlist } = caller;
    return { auth: { clientId: tenant.clientId, dataEnv: tenant.dataEnv, scope, principal }, allowlist };
  }
  const assignment =
    platform !== undefined && requested === undefined
      ? caller.assignments.find(({ role }) => platform.includes(role))
      : chooseAssignment(caller.assignments, requested);
  return assignment ? choiceOf(caller, assignment) : null;
}

/**
 * Whether a sign-in counts for a role: people of a customer come through the connection that their
 * client requires, or by break-glass (access 4.13).
 * @param required the connection that the client of the role requires; null: none
 */
export const cameAsRequired = (
  role: PortalRole,
  required: string | null,
  { connectionId, breakGlassId }: Pick<SignInProof, 'connectionId' | 'breakGlassId'>,
): boolean =>
  required === null ||
  breakGlassId !== null ||
  connectionId === required ||
  !CUSTOMER_ROLES.some((it) => it === role);

/** The caller, with roles that the required connection shuts out (access 4.13). */
export const withShutOut = (caller: Caller): Caller =>
  caller.kind === 'bearer' && caller.shutOut.length > 0
    ? { ...caller, assignments: [...caller.assignments, ...caller.shutOut] }
    : caller;

/**
 * Whether this caller must send a client_id: no default of a person and no client of a staff key
 * replaces it.
 */
export const mustName = (rule: ProtectedAccess, caller: Caller): boolean =>
  caller.kind === 'api_key'
    ? rule.namedByStaff === true && INTERNAL_ROLES.some((role) => role === caller.scope)
    : rule.namedByPeople === true;

/**
 * The tenant whose audit trail records a refused choice: the caller's own, never the requested one.
 * If there are several, it is the default one, else the first; null for people without any.
 */
export function ownTenant(caller: Caller): AuthContext | null {
  const standing = chooseTenant(caller, undefined);
  if (standing !== null || caller.kind === 'api_key') return standing?.auth ?? null;
  const [first] = caller.assignments;
  return first ? choiceOf(caller, first).auth : null;
}

/**
 * A person's assignment on a route about all of their clients (partner-clients 2.1): the default
 * assignment with an allowed role, else the oldest.
 */
export function chooseAcross(caller: Caller, allowed: readonly Scope[]): TenantChoice | null {
  if (caller.kind === 'api_key') return chooseTenant(caller, undefined);
  const standing = caller.assignments.filter(({ role }) => allowed.includes(role));
  const assignment = standing.find(({ isDefault }) => isDefault) ?? standing[0];
  return assignment ? { ...choiceOf(caller, assignment), allowlist: [] } : null;
}

/** Every client for which a caller may act, with the role there; a key has exactly one. */
export const everyChoice = (caller: Caller): readonly TenantChoice[] =>
  caller.kind === 'bearer'
    ? caller.assignments.map((it) => choiceOf(caller, it))
    : [chooseTenant(caller, undefined)].filter((it) => it !== null);

/**
 * Whether a client without an assignment may be one that the person administers through an
 * organisation (partner-clients 2.3).
 */
export const mayOwn = (caller: Caller, clientId: string): caller is BearerCaller =>
  caller.kind === 'bearer' &&
  caller.assignments.some(({ role }) => role === 'partner_admin') &&
  !caller.assignments.some((assignment) => assignment.clientId === clientId);

/** A partner_admin's choice of a client that one of their organisations owns. */
export const ownedChoice = (
  caller: BearerCaller,
  clientId: string,
  { organisationId, allowlist }: OwnedClient,
): TenantChoice => ({
  auth: {
    clientId,
    dataEnv: caller.dataEnv,
    scope: 'partner_admin',
    principal: principalOf(caller, organisationId),
  },
  allowlist,
});

const choiceOf = (caller: BearerCaller, assignment: Assignment): TenantChoice => ({
  auth: {
    clientId: assignment.clientId,
    dataEnv: caller.dataEnv,
    scope: assignment.role,
    principal: principalOf(caller, assignment.organisationId),
  },
  allowlist: assignment.allowlist,
});

const principalOf = (
  { userId, proof }: BearerCaller,
  organisationId: string | null,
): AuthContext['principal'] => ({
  kind: 'bearer',
  id: userId,
  organisationId,
  authTime: proof.authTime,
  amr: proof.amr,
  connectionId: proof.connectionId,
  breakGlassId: proof.breakGlassId,
  sessionId: proof.sessionId,
});

function chooseAssignment(
  assignments: readonly Assignment[],
  requested: string | undefined,
): Assignment | undefined {
  if (requested !== undefined) return assignments.find((a) => a.clientId === requested);
  const standing = assignments.filter((a) => !INTERNAL_ROLES.includes(a.role));
  return standing.find((a) => a.isDefault) ?? (standing.length === 1 ? standing[0] : undefined);
}

/** Whether a request is for all clients of the environment, on a route that supports that. */
export const asksForPlatform = (rule: ProtectedAccess, query: Readonly<Record<string, unknown>>): boolean =>
  rule.platform !== undefined && query['scope'] === 'platform';

/**
 * Whether the route admits the chosen scope and kind of credentials.
 * @param isForPlatform result of asksForPlatform for the request
 */
export function isAllowed(rule: ProtectedAccess, auth: AuthContext, isForPlatform = false): boolean {
  const { scope, principal } = auth;
  if (isForPlatform && !rule.platform?.some((allowed) => allowed === scope)) return false;
  if (scope === 'system' || !rule.scopes.includes(scope)) return false;
  return rule.credentials === undefined || rule.credentials === principal.kind;
}

/** Whether some body could make the route admit this caller; if not, the body need not be read. */
export function mayBeAllowed(rule: ProtectedAccess, caller: Caller): boolean {
  if (rule.credentials !== undefined && rule.credentials !== caller.kind) return false;
  const scopes = caller.kind === 'api_key' ? [caller.scope] : caller.assignments.map(({ role }) => role);
  return scopes.some((scope) => rule.scopes.includes(scope) && !rule.unreadOf?.includes(scope));
}
