import { describe, expect, it } from 'vitest';
import { bookingFindings } from './booking.policy.js';
import type { Booking } from './booking.schema.js';
import { section } from './booking.section.js';

const { example } = section;

const found = (fields: Partial<Booking>) =>
  bookingFindings({ ...example, ...fields }).map(({ severity, code, path }) => [severity, code, path]);

describe('the rules of booking', () => {
  it('find nothing in the example and in the defaults', () => {
    expect(bookingFindings(example)).toEqual([]);
    expect(bookingFindings(section.defaults)).toEqual([]);
  });

  const [checkUp, whitening] = example.services as [Booking['services'][0], Booking['services'][0]];

  it.each<[string, Partial<Booking>, string[][]]>([
    ['nothing to book', { services: [] }, [['error', 'no_service', 'services']]],
    ['never open', { weekly_hours: [] }, [['error', 'hours_empty', 'weekly_hours']]],
    [
      'a service twice',
      { services: [checkUp, whitening, checkUp] },
      [['error', 'service_duplicate', 'services.2.service_id']],
    ],
    [
      'a service that fits into no opening',
      {
        services: [{ ...checkUp, duration_minutes: 61 }],
        weekly_hours: [{ day: 'monday', opens: '09:00', closes: '10:00' }],
      },
      [['error', 'service_too_long', 'services.0.duration_minutes']],
    ],
    [
      'a service that just fits',
      {
        services: [{ ...checkUp, duration_minutes: 60 }],
        weekly_hours: [{ day: 'monday', opens: '09:00', closes: '10:00' }],
      },
      [],
    ],
    [
      'a day no calendar has',
      { closed_dates: ['2026-02-30'] },
      [['error', 'date_invalid', 'closed_dates.0']],
    ],
    [
      'a day twice',
      { closed_dates: ['2026-12-25', '2026-12-25'] },
      [['warning', 'date_duplicate', 'closed_dates.1']],
    ],
    [
      'more notice than the time ahead',
      { slots: { ...example.slots, minimum_notice_minutes: 1441, maximum_advance_days: 1 } },
      [['error', 'notice_beyond_advance', 'slots.minimum_notice_minutes']],
    ],
    [
      'as much notice as the time ahead',
      { slots: { ...example.slots, minimum_notice_minutes: 1440, maximum_advance_days: 1 } },
      [],
    ],
    [
      'a message to a number nobody asks for',
      { ask_for: ['email'] },
      [['error', 'contact_not_asked', 'confirmation.sms']],
    ],
    ['an email to nobody', { ask_for: ['phone'] }, [['error', 'contact_not_asked', 'confirmation.email']]],
    [
      'a calendar inside of the network',
      { calendar: { url: 'https://10.0.0.7/v1', credential: { secret_ref: 'KEY' } } },
      [['error', 'url_not_public', 'calendar.url']],
    ],
    [
      'a password in the address of the calendar',
      {
        calendar: {
          url: 'https://user:hunter2@calendar.example.com/v1',
          credential: { secret_ref: 'KEY' },
        },
      },
      [['error', 'url_with_credentials', 'calendar.url']],
    ],
    [
      'a key in the address of the calendar',
      {
        calendar: {
          url: 'https://calendar.example.com/v1?api_key=sk_live_51Habc',
          credential: { secret_ref: 'KEY' },
        },
      },
      [['error', 'secret_in_plain_text', 'calendar.url']],
    ],
  ])('find %s', (_, fields, expected) => {
    expect(found(fields)).toEqual(expected);
  });

  it('let what is switched off be unfinished', () => {
    expect(found({ enabled: false, services: [], weekly_hours: [], ask_for: [] })).toEqual([]);
  });
});
