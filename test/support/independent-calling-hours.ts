// When a person may be called, written down from the law's table and the published lists of
// holidays, and from nothing of the service: local time by Intl, one formatter a zone; holidays as
// dates. It covers the years 2024 to 2030.

export type Verdict = 'permitted' | 'after_hours' | 'public_holiday';
type Hours = readonly [from: string, to: string] | null;

const HOURS: Readonly<Record<string, { readonly weekday: Hours; readonly Sat: Hours; readonly Sun: Hours }>> =
  {
    telemarketing: { weekday: ['09:00', '20:00'], Sat: ['09:00', '17:00'], Sun: null },
    research: { weekday: ['09:00', '20:30'], Sat: ['09:00', '17:00'], Sun: ['09:00', '17:00'] },
  };

const NATIONAL = new Set(
  `
  2024-01-01 2024-01-26 2024-03-29 2024-04-01 2024-04-25 2024-12-25 2024-12-26
  2025-01-01 2025-01-26 2025-04-18 2025-04-21 2025-04-25 2025-12-25 2025-12-26
  2026-01-01 2026-01-26 2026-04-03 2026-04-06 2026-04-25 2026-12-25 2026-12-26
  2027-01-01 2027-01-26 2027-03-26 2027-03-29 2027-04-25 2027-12-25 2027-12-26
  2028-01-01 2028-01-26 2028-04-14 2028-04-17 2028-04-25 2028-12-25 2028-12-26
  2029-01-01 2029-01-26 2029-03-30 2029-04-02 2029-04-25 2029-12-25 2029-12-26
  2030-01-01 2030-01-26 2030-04-19 2030-04-22 2030-04-25 2030-12-25 2030-12-26`.split(/\s+/),
);

const EVERYWHERE = '2025-01-27 2026-12-28 2027-12-27 2027-12-28 2028-01-03 2030-01-28';
/** Proclaimed for a holiday on a weekend, by state. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  'AU-ACT': `${EVERYWHERE} 2026-04-27 2027-04-26`,
  'AU-NSW': `${EVERYWHERE} 2026-04-27 2027-04-26`,
  'AU-NT': `${EVERYWHERE} 2027-04-26`,
  'AU-QLD': `${EVERYWHERE} 2027-04-26`,
  'AU-SA': `${EVERYWHERE} 2027-04-26`,
  'AU-TAS': EVERYWHERE,
  'AU-VIC': EVERYWHERE,
  'AU-WA': `${EVERYWHERE} 2026-04-27 2027-04-26`,
};

/** Holidays of Western Australia alone, on which telemarketing stops there. */
const OF_WESTERN_AUSTRALIA = new Set(
  `
  2024-03-04 2024-03-31 2024-06-03 2024-09-23 2025-03-03 2025-04-20 2025-06-02 2025-09-29
  2026-03-02 2026-04-05 2026-06-01 2026-09-28 2027-03-01 2027-03-28 2027-06-07 2027-09-27
  2028-03-13 2028-04-15 2028-04-16 2028-06-12 2028-09-25 2028-11-13
  2029-03-19 2029-03-31 2029-04-01 2029-06-11 2029-09-24 2029-11-12
  2030-03-11 2030-04-20 2030-04-21 2030-06-10 2030-09-30 2030-11-11`.split(/\s+/),
);

/** All the days above, for trying each of them. */
export const HOLIDAYS: readonly string[] = [
  ...NATIONAL,
  ...Object.values(SUBSTITUTES).flatMap((days) => days.split(' ')),
  ...OF_WESTERN_AUSTRALIA,
].filter((date) => date !== '');

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Date, weekday and time of day on a clock in the zone. */
export function localTime(instantMs: number, zone: string): { date: string; weekday: string; time: string } {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  const part = Object.fromEntries(formatter.formatToParts(instantMs).map(({ type, value }) => [type, value]));
  return {
    date: `${part['year']}-${part['month']}-${part['day']}`,
    weekday: part['weekday'] ?? '',
    time: `${part['hour']}:${part['minute']}`,
  };
}

/** @param subdivision null if it is unknown, in Australia */
export function verdictOf(
  callType: 'telemarketing' | 'research' | 'service',
  zone: string,
  subdivision: string | null,
  instantMs: number,
): Verdict {
  if (callType === 'service') return 'permitted';
  const { date, time } = localTime(instantMs, zone);
  const hours = hoursOn(callType, zone, instantMs);
  if (hours === null || time < hours[0] || time >= hours[1]) return 'after_hours';
  const states = subdivision === null ? Object.keys(SUBSTITUTES) : [subdivision];
  const isHoliday =
    NATIONAL.has(date) || states.some((state) => SUBSTITUTES[state]?.split(' ').includes(date) === true);
  const isInTheWest = subdivision === 'AU-WA' || (subdivision === null && zone === 'Australia/Perth');
  const isOfTheWest = callType === 'telemarketing' && isInTheWest && OF_WESTERN_AUSTRALIA.has(date);
  return isHoliday || isOfTheWest ? 'public_holiday' : 'permitted';
}

/** The same if the clocks of several zones apply: the hour is checked before the day. */
export function verdictOfAll(
  callType: 'telemarketing' | 'research' | 'service',
  zones: readonly string[],
  subdivision: string | null,
  instantMs: number,
): Verdict {
  const verdicts = zones.map((zone) => verdictOf(callType, zone, subdivision, instantMs));
  if (verdicts.includes('after_hours')) return 'after_hours';
  return verdicts.includes('public_holiday') ? 'public_holiday' : 'permitted';
}

/** The hours of the law on the day that the zone has at the instant; null on a day without any. */
export function hoursOn(callType: 'telemarketing' | 'research', zone: string, instantMs: number): Hours {
  const { weekday } = localTime(instantMs, zone);
  const table = HOURS[callType]!;
  return weekday === 'Sun' ? table.Sun : weekday === 'Sat' ? table.Sat : table.weekday;
}
