import { Module } from '@nestjs/common';
import { CallRecordsModule } from '../call-records/call-records.module.js';
import { PeopleModule } from '../people/people.module.js';
import { CallBackController } from './call-back/call-back.controller.js';
import { CallBackService } from './call-back/call-back.service.js';
import { FollowUpChangedCalls } from './listeners/changed-calls.listener.js';
import { ForgetFollowUps } from './listeners/erased-calls.listener.js';
import { FollowUpOwners } from './lookup/owners.js';
import { SealedFollowUps } from './lookup/sealed-follow-ups.js';
import { FollowUpController } from './of-call/of-call.controller.js';
import { FollowUpService } from './of-call/of-call.service.js';
import { FollowUpQueueController } from './queue/queue.controller.js';
import { FollowUpQueueService } from './queue/queue.service.js';
import { FollowUpSettingsController } from './settings/settings.controller.js';
import { FollowUpSettingsService } from './settings/settings.service.js';
import { FollowUpsExport } from './account-export/follow-up.export.js';

/** Tasks that calls create for people, and notes on calls. */
@Module({
  imports: [CallRecordsModule, PeopleModule],
  controllers: [FollowUpController, FollowUpSettingsController, FollowUpQueueController, CallBackController],
  providers: [
    FollowUpsExport,
    SealedFollowUps,
    FollowUpOwners,
    FollowUpService,
    FollowUpQueueService,
    CallBackService,
    FollowUpSettingsService,
    FollowUpChangedCalls,
    ForgetFollowUps,
  ],
})
export class FollowUpModule {}
