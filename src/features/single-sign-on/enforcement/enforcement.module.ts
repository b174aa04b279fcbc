import { Module } from '@nestjs/common';
import { BreakGlassModule } from '../../break-glass/break-glass.module.js';
import { SessionEntryModule } from '../../portal/session-entry.module.js';
import { Connections } from '../lookup/connections.service.js';
import { EnforcementController } from './enforcement.controller.js';
import { EnforcementService } from './enforcement.service.js';

/** Requiring that people sign in through a connection. */
@Module({
  imports: [BreakGlassModule, SessionEntryModule],
  controllers: [EnforcementController],
  providers: [Connections, EnforcementService],
  exports: [Connections],
})
export class EnforcementModule {}
