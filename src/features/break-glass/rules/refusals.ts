import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';

/** Why a step of break-glass is answered with 409, by block_reason (break-glass 5.2). */
const REFUSALS = {
  not_a_holder: 'You are not a break-glass holder of this client. Ask an administrator to add you.',
  no_way_back:
    'Single sign-on is required, so two break-glass holders must have verified their passkey in the last 30 days. Ask another holder to verify theirs first, or set the mode of enforcement to off.',
  not_in_use:
    'Your session is not a break-glass session. Sign in at /break-glass first, or send the use_id of a use.',
  opened:
    'This sign-in has opened a use before, and a use cannot be extended. Sign in at /break-glass again.',
  too_late: 'A use must be opened within 5 minutes of its sign-in. Sign in at /break-glass again.',
  not_open: 'This use is not open: it was closed or has expired. Read the uses again.',
  own_use: 'You cannot confirm your own use. Ask another administrator of the client to confirm it.',
  still_open: 'This use is still open. Close it, or wait until it expires, and confirm it then.',
  confirmed: 'This use has been confirmed already. Read the uses again.',
} as const;

export const refused = (blockReason: keyof typeof REFUSALS): PlatformError =>
  new PlatformError(CATALOGUE.blocked, { message: REFUSALS[blockReason], blockReason });
