import { DAY_MS } from '../../../core/time/wall-clock.policy.js';

/**
 * A quarter: people ask who was told of something weeks after it is over. The audit trail keeps
 * for longer what was mailed.
 */
const NOTICES_KEPT_DAYS = 90;

/** Causes that began by then are not told any more: whether they were is not known for ever. */
export const toldSince = (now: Date): Date => new Date(now.getTime() - NOTICES_KEPT_DAYS * DAY_MS);

/** Older notices are removed: a day later than their cause could be told again, as clocks differ. */
export const keptSince = (now: Date): Date => new Date(toldSince(now).getTime() - DAY_MS);
