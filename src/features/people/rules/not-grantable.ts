import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import { PEOPLE_ERRORS } from '../people.errors.js';
import { grantableRole, grantableRoles } from './grants.policy.js';

/**
 * The role in a body. @throws 422 role_not_grantable, the same for a role that the caller may not
 * grant and one that does not exist
 */
export function readGrantableRole({ scope }: AuthContext, name: string): PortalRole {
  const role = grantableRole(scope, name);
  if (role !== null) return role;
  throw new PlatformError(PEOPLE_ERRORS.roleNotGrantable, {
    fields: [
      {
        loc: ['body', 'role'],
        message: `must be one of ${grantableRoles(scope).join(', ')}`,
        type: 'role_not_grantable',
      },
    ],
  });
}
