import { Module } from '@nestjs/common';
import { AuditDecisionsController } from './audit-decisions.controller.js';
import { AuditDecisionsService } from './audit-decisions.service.js';

/** Decisions about access that internal systems made. */
@Module({ controllers: [AuditDecisionsController], providers: [AuditDecisionsService] })
export class AuditDecisionsModule {}
