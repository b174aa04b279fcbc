import { Module } from '@nestjs/common';
import { PublicHolidaysModule } from '../campaigns/public-holidays.module.js';
import { BusinessHoursController } from './hours/hours.controller.js';
import { BusinessHoursService } from './hours/hours.service.js';
import { ProjectOptionsController } from './project-options/project-options.controller.js';
import { ProjectOptionsService } from './project-options/project-options.service.js';

@Module({
  imports: [PublicHolidaysModule],
  controllers: [ProjectOptionsController, BusinessHoursController],
  providers: [BusinessHoursService, ProjectOptionsService],
})
export class BusinessHoursModule {}
