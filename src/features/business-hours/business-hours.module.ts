import { Module } from '@nestjs/common';
import { PublicHolidaysModule } from '../campaigns/public-holidays.module.js';
import { BusinessHoursController } from './hours/hours.controller.js';
import { BusinessHoursService } from './hours/hours.service.js';
import { ProjectOptionsController } from './project-options/project-options.controller.js';
import { ProjectOptionsService } from './project-options/project-options.service.js';
import { OpenTime } from './open-time/open-time.service.js';
import { BusinessHoursExport } from './account-export/business-hours.export.js';

@Module({
  imports: [PublicHolidaysModule],
  controllers: [ProjectOptionsController, BusinessHoursController],
  providers: [BusinessHoursExport, BusinessHoursService, ProjectOptionsService, OpenTime],
  exports: [OpenTime],
})
export class BusinessHoursModule {}
