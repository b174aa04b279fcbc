import { DAY_MS, firstInstantAt, wallAt } from '../../../../core/time/wall-clock.policy.js';
import { DAYS } from '../../../../core/http/schemas/schema-parts.js';
import { error, type Finding, type FindingRule } from './section-definition.js';

/** One interval of a week, in local time: `closes` is the first minute after it. */
interface OpenFor {
  readonly day: (typeof DAYS)[number];
  readonly opens: string;
  readonly closes: string;
}
export type WeeklyHours = readonly OpenFor[];

const MINUTE_MS = 60_000;

/**
 * The faults of weekly hours: intervals that end before they begin, that overlap, or none at all.
 * @param path of the list, for the findings
 */
export function hoursFindings(hours: WeeklyHours, path: string): Finding[] {
  if (hours.length === 0) {
    return [
      error(
        'hours_empty',
        path,
        'No hours are listed, so it never opens. List hours, or omit the field to be always open.',
      ),
    ];
  }
  return hours.flatMap((stretch, index) => {
    const { day, opens, closes } = stretch;
    if (minutes(opens) >= minutes(closes)) {
      return [
        error(
          'hours_reversed',
          `${path}.${index}.closes`,
          `Closes at ${closes}, which is not after ${opens}. Hours across midnight need two entries.`,
        ),
      ];
    }
    const earlier = hours.findIndex((other, at) => at < index && overlap(stretch, other));
    if (earlier < 0) return [];
    return [
      error(
        'hours_overlap',
        `${path}.${index}`,
        `Overlaps entry ${earlier} on ${day}. Merge or separate them.`,
      ),
    ];
  });
}

/** Whether it is open at an instant. An empty list means never; no list means always. */
export function isOpenAt(hours: WeeklyHours | undefined, instantMs: number, timezone: string): boolean {
  if (hours === undefined) return true;
  const wall = wallAt(instantMs, timezone);
  const minute = Math.floor((((wall % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS);
  return hours.some(
    ({ day, opens, closes }) => day === dayOf(wall) && minutes(opens) <= minute && minute < minutes(closes),
  );
}

/** The next instant at which it opens after being closed at `instantMs`; null: never. */
export function nextOpening(
  hours: WeeklyHours | undefined,
  instantMs: number,
  timezone: string,
): number | null {
  if (hours === undefined) return null;
  const midnight = Math.floor(wallAt(instantMs, timezone) / DAY_MS) * DAY_MS;
  // Includes the same day of next week, because today's hours may be over.
  const openings = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((days) => {
    const start = midnight + days * DAY_MS;
    return hours
      .filter(({ day, opens, closes }) => day === dayOf(start) && minutes(opens) < minutes(closes))
      .map(({ opens }) => firstInstantAt(start + minutes(opens) * MINUTE_MS, timezone))
      .filter((opening) => opening > instantMs && isOpenAt(hours, opening, timezone));
  });
  return openings.length === 0 ? null : Math.min(...openings);
}

const overlap = (a: OpenFor, b: OpenFor): boolean =>
  a.day === b.day && minutes(a.opens) < minutes(b.closes) && minutes(b.opens) < minutes(a.closes);

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

// 1 January 1970 was a Thursday.
const dayOf = (wallMs: number): OpenFor['day'] => DAYS[(((Math.floor(wallMs / DAY_MS) + 3) % 7) + 7) % 7]!;

/** All findings of these rules. */
export const HOURS_RULES: readonly FindingRule[] = [
  ['hours_empty', 'error', 'a list of hours is empty'],
  ['hours_reversed', 'error', 'an entry closes no later than it opens'],
  ['hours_overlap', 'error', 'two entries of one day overlap'],
];
