import type { PlatformError } from '../../../core/shared/platform-error.js';
import { validationFailed } from '../../../core/shared/platform-error.js';
import type { ProofKind } from '../rules/vocabulary.js';

const WRONG: Readonly<Record<ProofKind, string>> = {
  totp: 'must be the code that your app shows now; each code counts once, so wait for the next one',
  webauthn: 'must be the newest challenge, signed with your passkey; request another challenge',
  recovery_code: 'must be a recovery code that you have not used; send another one',
};

/** The error 400, which is the same for a wrong, a used and a late proof. */
export const wrongProof = (kind: ProofKind): PlatformError =>
  validationFailed({
    loc: ['body', kind === 'webauthn' ? 'response' : 'code'],
    message: WRONG[kind],
    type: 'proof_wrong',
  });
