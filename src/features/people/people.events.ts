import type { AuthContext } from '../../core/shared/auth-context.js';

/** A person's role for the client has ended, or has become another one; a listener may refuse this. */
export class RoleEnded {
  constructor(
    readonly auth: AuthContext,
    readonly userId: string,
  ) {}
}
