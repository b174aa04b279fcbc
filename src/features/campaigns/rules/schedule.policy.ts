import type { FieldError } from '../../../core/shared/platform-error.js';

/** The fault in the order of a schedule's times; null if there is none (campaigns 1.4). */
export function scheduleFault(start: Date | null, end: Date | null): FieldError | null {
  if (start === null || end === null || end > start) return null;
  return {
    loc: ['body', 'schedule_end_at_utc'],
    message: 'must be after schedule_start_at_utc',
    type: 'schedule_order',
  };
}

/**
 * When a campaign begins if it is launched now: at the start of its schedule, or immediately if
 * that has passed (campaigns 6.5).
 */
export const launchInstant = (scheduleStartAt: Date | null, now: Date): Date =>
  scheduleStartAt !== null && scheduleStartAt > now ? scheduleStartAt : now;
