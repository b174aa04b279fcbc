import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import { everyChoice } from '../auth/tenant-choice.policy.js';
import type { AuthContext } from '../shared/auth-context.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import { isOnAllowlist } from './ip-allowlist.policy.js';

/**
 * Passes an AuthContext for each client of the caller to a method of a route about all clients
 * (`acrossClients`). Clients that the caller's address may not use are left out (access 8.2).
 */
export const EveryAuth = createParamDecorator(
  (_: unknown, context: ExecutionContext): readonly AuthContext[] => {
    const { caller, ip } = context.switchToHttp().getRequest<PlatformRequest>();
    if (!caller) throw new Error('@EveryAuth() is on a route without a protected @Access.');
    return everyChoice(caller)
      .filter(({ allowlist }) => isOnAllowlist(allowlist, ip))
      .map(({ auth }) => auth);
  },
);
