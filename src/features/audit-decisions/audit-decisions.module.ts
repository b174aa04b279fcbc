import { Module } from '@nestjs/common';
import { AuditDecisionsController } from './audit-decisions.controller.js';
import { AuditDecisionsService } from './audit-decisions.service.js';

/** Decisions of internal systems about access. */
@Module({ controllers: [AuditDecisionsController], providers: [AuditDecisionsService] })
export class AuditDecisionsModule {}
