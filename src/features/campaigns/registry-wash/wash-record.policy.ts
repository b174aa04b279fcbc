import type { FieldError } from '../../../core/shared/platform-error.js';
import { isAhead } from '../../../core/time/clock-skew.policy.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';

interface Sent {
  readonly numbers_submitted: number;
  readonly numbers_on_register: number;
  readonly numbers_not_on_register: number;
  readonly numbers_invalid: number;
  readonly washed_at_utc: string;
  readonly valid_until_utc: string;
}

/** A contradiction between fields of a wash (campaigns 7.2); null if there is none. */
export function washFault(sent: Sent, now: Date): FieldError | null {
  const results = sent.numbers_on_register + sent.numbers_not_on_register + sent.numbers_invalid;
  if (results !== sent.numbers_submitted) {
    return fault(
      'numbers_submitted',
      `must be the sum of numbers_on_register, numbers_not_on_register and numbers_invalid, which is ${results}`,
      'counts_do_not_add_up',
    );
  }
  const washedAt = readInstant(sent.washed_at_utc)!;
  if (isAhead(washedAt, now)) return fault('washed_at_utc', 'must not be in the future', 'washed_at_ahead');
  return readInstant(sent.valid_until_utc)! > washedAt
    ? null
    : fault('valid_until_utc', 'must be after washed_at_utc', 'valid_until_not_after');
}

const fault = (field: string, message: string, type: string): FieldError => ({
  loc: ['body', field],
  message,
  type,
});
