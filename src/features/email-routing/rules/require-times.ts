import { validationFailed } from '../../../core/shared/platform-error.js';
import type { SendingTimes } from './sending-time.policy.js';

/**
 * @returns the values of a change, in the order of CHANGE_ADDRESS: omitted fields stay unchanged
 * @throws 400 for incomplete or empty quiet hours (email-routing 6.10)
 */
export function requireTimes(asked: Partial<SendingTimes>, now: SendingTimes): readonly (string | null)[] {
  const { delivery, digest_at, quiet_from, quiet_until, timezone } = { ...now, ...defined(asked) };
  if ((quiet_from === null) !== (quiet_until === null))
    throw refused(
      quiet_from === null ? 'quiet_from' : 'quiet_until',
      'quiet hours need a start and an end, or neither',
    );
  if (quiet_from !== null && quiet_from === quiet_until)
    throw refused('quiet_until', 'quiet hours must not end when they start');
  return [delivery, digest_at, quiet_from, quiet_until, timezone];
}

const defined = (asked: Partial<SendingTimes>): Partial<SendingTimes> =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));

const refused = (field: string, message: string) =>
  validationFailed({ loc: ['body', field], message, type: 'quiet_hours_invalid' });
