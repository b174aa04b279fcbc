import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import { everyChoice } from '../auth/tenant-choice.policy.js';
import type { AuthContext } from '../shared/auth-context.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import { isOnAllowlist } from './ip-allowlist.policy.js';

/**
 * Hands a method of a route about all clients (`acrossClients`) an AuthContext for each client of
 * the caller. Clients that may not be used from the caller's address are left out (access 8.2).
 */
export const EveryAuth = createParamDecorator(
  (_: unknown, context: ExecutionContext): readonly AuthContext[] => {
    const { caller, ip } = context.switchToHttp().getRequest<PlatformRequest>();
    if (!caller) throw new Error('@EveryAuth() stands on a route without a protected @Access.');
    return everyChoice(caller)
      .filter(({ allowlist }) => isOnAllowlist(allowlist, ip))
      .map(({ auth }) => auth);
  },
);
