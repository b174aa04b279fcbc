import type { FieldError } from '../../../core/shared/platform-error.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import { isClosed } from '../rules/transition.policy.js';
import type { CallerRequestStatus } from '../rules/vocabulary.js';

/** The time of closing as sent, which either field may contain. */
interface SentClosing {
  readonly status: CallerRequestStatus;
  readonly closed_at_utc?: string;
  readonly processing_result?: { readonly closed_at_utc?: string };
}

/**
 * The closing time that was sent; null if there is none (caller-requests 5.4).
 * @returns a FieldError for an impossible one: without a closing status, before the receipt, or in
 *   the future
 */
export function sentClosing(
  sent: SentClosing,
  { receivedAt, now }: { readonly receivedAt: Date; readonly now: Date },
): Date | null | FieldError {
  const own = sent.closed_at_utc;
  const nested = sent.processing_result?.closed_at_utc;
  const text = own ?? nested;
  if (text === undefined) return null;
  const at = readInstant(text)!;
  const wrong = (message: string): FieldError => ({
    loc: own === undefined ? ['body', 'processing_result', 'closed_at_utc'] : ['body', 'closed_at_utc'],
    message,
    type: 'closed_at_invalid',
  });
  if (own !== undefined && nested !== undefined && readInstant(nested)!.getTime() !== at.getTime()) {
    return wrong('must be the same as processing_result.closed_at_utc; send only one of them');
  }
  if (!isClosed(sent.status)) return wrong('may be sent only with a status that closes the request');
  if (at < receivedAt) return wrong('must not be before received_at_utc');
  return at > now ? wrong('must not be in the future') : at;
}
