import { DAY_MS } from '../../../core/time/wall-clock.policy.js';

/**
 * Three months: weeks after an event people still ask who was notified. The audit trail keeps
 * records of mails for longer.
 */
const NOTICES_KEPT_DAYS = 90;

/**
 * Causes that began before this no longer get a notice, because it is unknown whether they already
 * had one.
 */
export const notifiedSince = (now: Date): Date => new Date(now.getTime() - NOTICES_KEPT_DAYS * DAY_MS);

/**
 * Older notices are removed, a day after their cause could last cause a notice, because clocks
 * differ.
 */
export const keptSince = (now: Date): Date => new Date(notifiedSince(now).getTime() - DAY_MS);
