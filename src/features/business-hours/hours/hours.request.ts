import {
  EnumField,
  IdentifierField,
  ObjectListField,
  PatternField,
  TimezoneField,
} from '../../../core/http/fields/field-kinds.js';
import { rule } from '../../../core/http/fields/field-rules.js';
import { RequestField } from '../../../core/http/fields/request-field.js';
import { DAYS } from '../../../core/http/schemas/schema-parts.js';

/** No business keeps more than four shifts a day. */
const MOST_INTERVALS = 4;
/** One for each day of a year: more than any list of exceptions needs. */
const MOST_EXCEPTIONS = 366;

/** Whether a text is a real date of the years 2000 to 2100: `2026-02-30` is not. */
function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(?:20[0-9]{2}|2100)-[0-9]{2}-[0-9]{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

export class HoursInterval {
  @PatternField(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time from 00:00 to 23:59', {
    description: 'First minute of the interval, from 00:00 to 23:59.',
    example: '09:00',
  })
  opens!: string;

  @PatternField(/^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, 'must be a time from 00:00 to 24:00', {
    description: 'First minute after the interval, up to 24:00. If not after `opens`, it is on the next day.',
    example: '17:00',
  })
  closes!: string;
}

const Intervals = (description: string): PropertyDecorator =>
  ObjectListField(HoursInterval, { max: MOST_INTERVALS }, { description });

export class HoursOfDay {
  @EnumField(DAYS, { description: 'Day of the week.', example: 'monday' })
  day!: (typeof DAYS)[number];

  @Intervals('Opening hours of this day; empty: closed.')
  intervals!: HoursInterval[];
}

const isDate = rule('dateInvalid', isCalendarDate, 'must be a date from 2000 to 2100, such as 2026-12-24');

export class HoursOfDate {
  @RequestField(
    [isDate],
    { type: String, format: 'date' },
    { description: 'A local date.', example: '2026-12-24' },
  )
  date!: string;

  @Intervals('Opening hours of this date, instead of those of its weekday; empty: closed.')
  intervals!: HoursInterval[];
}

export class BusinessHoursRequest {
  @TimezoneField({
    description: 'The IANA time zone of all times.',
    example: 'Australia/Sydney',
  })
  timezone!: string;

  @ObjectListField(
    HoursOfDay,
    { max: DAYS.length },
    { description: 'Each day of the week at most once; omitted days are closed.' },
  )
  weekly!: HoursOfDay[];

  @ObjectListField(
    HoursOfDate,
    { max: MOST_EXCEPTIONS },
    { description: 'Dates with their own hours, each at most once.' },
  )
  exceptions!: HoursOfDate[];

  @IdentifierField({
    description:
      'The state or territory (ISO 3166-2) on whose public holidays the client is closed; null: none.',
    example: 'AU-NSW',
    nullable: true,
  })
  holidays_of!: string | null;
}
