import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';

/** Enough for every device and key of one person. */
export const MOST_FACTORS = 10;

/** Why a change of factors is 409, by its block_reason. */
const REFUSALS = {
  too_many_factors: `You have ${MOST_FACTORS} second factors, which is the limit. Remove one, then add another.`,
  last_factor_required:
    'This is your last second factor, and your role needs one. Add and confirm another one, then remove this one.',
  no_factor: 'You have no confirmed second factor. Add and confirm one, then create recovery codes.',
  one_client:
    'Your session is for one client, and you also have a role elsewhere, which your second factors protect too. Sign in with the provider of this deployment, then change your second factors.',
  own_account:
    'You cannot reset your own second factors. Remove them on the Account security page, or ask another administrator.',
  role_elsewhere:
    'This person also has a role for another client or environment, which a reset would leave without protection. Ask your operator to reset the second factors.',
} as const;

export const refused = (blockReason: keyof typeof REFUSALS): PlatformError =>
  new PlatformError(CATALOGUE.blocked, { message: REFUSALS[blockReason], blockReason });
