import { Injectable } from '@nestjs/common';
import { HolidayCalendar } from '../rules/calling-hours/australian-holidays.policy.js';
import { SUBDIVISIONS } from '../rules/calling-hours/subdivisions.js';

/** Public holidays of the states and territories with known calendars, for other features. */
@Injectable()
export class PublicHolidays {
  private readonly calendar = new HolidayCalendar();

  /** Their ISO 3166-2 codes. */
  readonly subdivisions: readonly string[] = SUBDIVISIONS;

  /** Whether a day is a holiday there. @param day counted from 1 January 1970 */
  isHoliday(day: number, subdivision: string): boolean {
    return this.calendar
      .on(day)
      .some(({ observedIn }) => observedIn.some((observed) => observed === subdivision));
  }
}
