import { DAY_MS } from '../../../../core/time/wall-clock.policy.js';

/** A day of the calendar, counted from 1 January 1970. */
export const dayOf = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / DAY_MS;

/** The year of such a day. */
export const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();

/** Its weekday; Sunday is 0. Day 0 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;
