/** Whether a number is available. */
export const COUNT_STATES = ['ready', 'unavailable'] as const;

/** A number with its state: unavailable if its source fails, and never 0 (partner-clients 3.3). */
export interface Count {
  readonly state: (typeof COUNT_STATES)[number];
  readonly count: number | null;
}

const UNAVAILABLE: Count = { state: 'unavailable', count: null };

/** @param counted the number; null if the source failed */
export const countOf = (counted: number | null): Count =>
  counted === null ? UNAVAILABLE : { state: 'ready', count: counted };
