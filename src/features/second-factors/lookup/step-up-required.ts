import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { MfaPolicy } from '../rules/step-up.policy.js';

/** The error 403, with the kinds that count. */
export const stepUpRequired = ({ kinds }: Pick<MfaPolicy, 'kinds'>): PlatformError =>
  new PlatformError(CATALOGUE.stepUpRequired, { blockReason: 'step_up_required', blockFacts: { kinds } });
