import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsDefined,
  IsIn,
  Matches,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Field, NullableField } from '../../../core/http/field.decorators.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { IsTimezone } from '../../../core/http/is-timezone.js';
import { DAYS } from '../../../core/schemas/schema-parts.js';
import { isCalendarDate } from '../rules/calendar-date.policy.js';

/** Four shifts for each day are more than anyone has been seen to keep. */
const MOST_INTERVALS = 4;
/** One for each day of a year, which is more than any list of exceptions. */
const MOST_EXCEPTIONS = 366;

/** One stretch of a day. */
export class HoursInterval {
  @Field('First minute that is open, from 00:00 to 23:59.', { example: '09:00' })
  @Matches(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, { message: 'must be a time from 00:00 to 23:59' })
  @IsDefined()
  opens!: string;

  @Field(
    'First minute that is closed again, up to 24:00. Not after `opens`: on the next day, past midnight.',
    { example: '17:00' },
  )
  @Matches(/^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, { message: 'must be a time from 00:00 to 24:00' })
  @IsDefined()
  closes!: string;
}

const Intervals = (description: string): PropertyDecorator =>
  applyDecorators(
    Field(description, { type: [HoursInterval], maxItems: MOST_INTERVALS }),
    ValidateNested({ each: true, message: 'must be a list of intervals' }),
    Type(() => HoursInterval),
    ArrayMaxSize(MOST_INTERVALS, { message: `must hold at most ${MOST_INTERVALS} intervals` }),
    IsArray({ message: 'must be a list of intervals' }),
    IsDefined(),
  );

/** The hours of a day of the week. */
export class HoursOfDay {
  @Field('Day of the week.', { enum: DAYS, example: 'monday' })
  @IsIn(DAYS, { message: `must be one of ${DAYS.join(', ')}` })
  @IsDefined()
  day!: (typeof DAYS)[number];

  @Intervals('What opens on this day; empty: closed.')
  intervals!: HoursInterval[];
}

/** The hours of one date. */
export class HoursOfDate {
  @Field('A local date.', { format: 'date', example: '2026-12-24' })
  @ValidateBy({
    name: 'dateInvalid',
    validator: {
      validate: isCalendarDate,
      defaultMessage: () => 'must be a date of the years 2000 to 2100, such as 2026-12-24',
    },
  })
  @IsDefined()
  date!: string;

  @Intervals('What opens on this date, in place of its day of the week; empty: closed.')
  intervals!: HoursInterval[];
}

/** Body of PUT /v1/portal/business-hours. */
export class BusinessHoursRequest {
  @Field('The IANA time zone in which all times are meant.', { example: 'Australia/Sydney' })
  @IsTimezone()
  @IsDefined()
  timezone!: string;

  @Field('Each day of the week once at most; a day that is left out is closed.', {
    type: [HoursOfDay],
    maxItems: DAYS.length,
  })
  @ValidateNested({ each: true, message: 'must be a list of days' })
  @Type(() => HoursOfDay)
  @ArrayMaxSize(DAYS.length, { message: `must hold at most ${DAYS.length} days` })
  @IsArray({ message: 'must be a list of days' })
  @IsDefined()
  weekly!: HoursOfDay[];

  @Field('Dates with hours of their own, each once.', { type: [HoursOfDate], maxItems: MOST_EXCEPTIONS })
  @ValidateNested({ each: true, message: 'must be a list of dates' })
  @Type(() => HoursOfDate)
  @ArrayMaxSize(MOST_EXCEPTIONS, { message: `must hold at most ${MOST_EXCEPTIONS} dates` })
  @IsArray({ message: 'must be a list of dates' })
  @IsDefined()
  exceptions!: HoursOfDate[];

  @NullableField(String, {
    example: 'AU-NSW',
    description: 'The state or territory whose public holidays are closed, by ISO 3166-2; null: none are.',
  })
  @IsIdentifier()
  @ValidateIf((_: object, value: unknown) => value !== null)
  holidays_of!: string | null;
}
