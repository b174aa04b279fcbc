import type { TicketPriority } from './words.js';

const HOUR_MS = 3_600_000;

/** The time within which staff gives a ticket its first answer (support 6.1). */
export interface ResponseTime {
  readonly ms: number;
  /** Whether only the open hours of the client count. */
  readonly inOpenHours: boolean;
}

export const FIRST_RESPONSE: Readonly<Record<TicketPriority, ResponseTime>> = {
  urgent: { ms: HOUR_MS, inOpenHours: false },
  high: { ms: 4 * HOUR_MS, inOpenHours: true },
  normal: { ms: 8 * HOUR_MS, inOpenHours: true },
  low: { ms: 24 * HOUR_MS, inOpenHours: true },
};
