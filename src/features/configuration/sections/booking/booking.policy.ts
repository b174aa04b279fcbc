import { readIsoDate } from '../../../../core/time/iso-date-time.policy.js';
import { error, repeatsIn, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule } from '../../rules/sections/section-definition.js';
import { URL_RULES, urlFindings } from '../../rules/sections/plain-credentials.policy.js';
import { HOURS_RULES, hoursFindings } from '../../rules/sections/weekly-hours.policy.js';
import type { Booking } from './booking.schema.js';

const MINUTES_OF_DAY = 24 * 60;

/** The rules of booking that a schema cannot express. */
export function bookingFindings(booking: Booking): Finding[] {
  return [
    ...serviceFindings(booking),
    ...(booking.enabled || booking.weekly_hours.length > 0
      ? hoursFindings(booking.weekly_hours, 'weekly_hours')
      : []),
    ...dateFindings(booking.closed_dates),
    ...slotFindings(booking),
    ...confirmationFindings(booking),
    ...calendarFindings(booking),
  ];
}

function serviceFindings({ enabled, services, weekly_hours: hours }: Booking): Finding[] {
  const longest = Math.max(0, ...hours.map(({ opens, closes }) => minutes(closes) - minutes(opens)));
  return [
    ...(enabled && services.length === 0
      ? [error('no_service', 'services', 'Booking is on, but there is nothing to book. Add a service.')]
      : []),
    ...repeatsIn(services, ({ service_id }) => service_id).map((index) =>
      error(
        'service_duplicate',
        `services.${index}.service_id`,
        `${services[index]!.service_id} is already listed.`,
      ),
    ),
    ...services.flatMap(({ duration_minutes: duration }, index) =>
      longest > 0 && duration > longest
        ? [
            error(
              'service_too_long',
              `services.${index}.duration_minutes`,
              `Takes ${duration} minutes, but the longest opening is ${longest} minutes.`,
            ),
          ]
        : [],
    ),
  ];
}

function dateFindings(dates: readonly string[]): Finding[] {
  return [
    ...dates.flatMap((date, index) =>
      readIsoDate(date) === null
        ? [error('date_invalid', `closed_dates.${index}`, `${date} is not a calendar date.`)]
        : [],
    ),
    ...repeatsIn(dates, (date) => date).map((index) =>
      warning('date_duplicate', `closed_dates.${index}`, `${dates[index]} is already listed.`),
    ),
  ];
}

function slotFindings({ slots }: Booking): Finding[] {
  if (slots.minimum_notice_minutes <= slots.maximum_advance_days * MINUTES_OF_DAY) return [];
  return [
    error(
      'notice_beyond_advance',
      'slots.minimum_notice_minutes',
      'The minimum notice is longer than the booking window, so no time is ever offered.',
    ),
  ];
}

function confirmationFindings({ enabled, confirmation, ask_for: asked }: Booking): Finding[] {
  if (!enabled) return [];
  const needs = [
    [confirmation.sms, 'phone', 'confirmation.sms'],
    [confirmation.email, 'email', 'confirmation.email'],
  ] as const;
  return needs.flatMap(([isSent, need, path]) =>
    isSent && !asked.includes(need)
      ? [error('contact_not_asked', path, `Callers are not asked for it: add ${need} to ask_for.`)]
      : [],
  );
}

const calendarFindings = ({ calendar }: Booking): Finding[] =>
  calendar ? urlFindings(calendar.url, 'calendar.url', 'calendar.credential') : [];

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

export const BOOKING_RULES: readonly FindingRule[] = [
  ['no_service', 'error', 'booking is on, but nothing can be booked'],
  ['service_duplicate', 'error', 'two services have one id'],
  ['service_too_long', 'error', 'a service takes longer than any opening interval'],
  ['date_invalid', 'error', 'a closed date is not a calendar date'],
  ['date_duplicate', 'warning', 'a closed date is listed twice'],
  ['notice_beyond_advance', 'error', 'the least notice is longer than the furthest booking ahead'],
  ['contact_not_asked', 'error', 'a confirmation goes to a number or address that no caller is asked for'],
  ...HOURS_RULES,
  ...URL_RULES,
];
