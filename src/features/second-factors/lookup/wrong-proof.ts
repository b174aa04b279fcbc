import type { PlatformError } from '../../../core/shared/platform-error.js';
import { validationFailed } from '../../../core/shared/platform-error.js';
import type { ProofKind } from '../rules/vocabulary.js';

/** 400, the same for a wrong, a used and a late proof. */
export const wrongProof = (kind: ProofKind): PlatformError =>
  validationFailed({
    loc: ['body', kind === 'webauthn' ? 'response' : 'code'],
    message: 'is wrong, has been used, or has ended: try a new one',
    type: 'proof_wrong',
  });
