import type { AuthContext } from '../../core/shared/auth-context.js';

/** Caps of a client that are in force; published at every comparison of usage while they are. */
export class UsageCapped {
  constructor(
    readonly auth: AuthContext,
    /** Null stands for all projects of the client. */
    readonly projectIds: readonly (string | null)[],
  ) {}
}
