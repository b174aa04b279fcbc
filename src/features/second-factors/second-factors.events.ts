import type { AuthContext } from '../../core/shared/auth-context.js';

/** All factors of a person were removed by someone else. */
export class FactorsReset {
  constructor(readonly userId: string) {}
}

/** Passkeys of a person were removed; a listener may refuse this. */
export class PasskeysRemoved {
  constructor(
    readonly auth: AuthContext,
    readonly userId: string,
  ) {}
}
