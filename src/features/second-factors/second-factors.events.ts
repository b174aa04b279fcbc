import type { AuthContext } from '../../core/shared/auth-context.js';

/** Passkeys of a person were removed; a listener may refuse this. */
export class PasskeysRemoved {
  constructor(
    readonly auth: AuthContext,
    readonly userId: string,
  ) {}
}
