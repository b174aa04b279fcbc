import { Module } from '@nestjs/common';
import { PublicHolidays } from './holidays/public-holidays.service.js';

/** Lets other features read the calendar of public holidays. */
@Module({ providers: [PublicHolidays], exports: [PublicHolidays] })
export class PublicHolidaysModule {}
