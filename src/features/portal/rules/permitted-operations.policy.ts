import type { RouteEntry } from '../../../core/openapi/route-table.js';
import type { PortalRole } from '../../../core/shared/roles.js';

/**
 * The operations that a person with a role may call (portal-sessions 6.8). Routes for everyone are
 * not included.
 * @param duringBreakGlass of a break-glass session, which may call few of them
 */
export function permittedOperations(
  routes: readonly Pick<RouteEntry, 'operation' | 'access'>[],
  role: PortalRole,
  duringBreakGlass = false,
): string[] {
  const permitted = routes.filter(
    ({ access }) =>
      access.kind === 'protected' &&
      (!duringBreakGlass || access.duringBreakGlass !== undefined) &&
      access.credentials !== 'api_key' &&
      access.scopes.includes(role),
  );
  return [...new Set(permitted.map(({ operation }) => operation))];
}
