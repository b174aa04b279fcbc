import { Module } from '@nestjs/common';
import { PublicHolidays } from './holidays/public-holidays.service.js';

/** What other features ask of the calendar that calls keep. */
@Module({ providers: [PublicHolidays], exports: [PublicHolidays] })
export class PublicHolidaysModule {}
