import { Module } from '@nestjs/common';
import { CallRecordsModule } from '../call-records/call-records.module.js';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { UnlocksExport } from './account-export/unlocks.export.js';
import { UnlockDecisionsController } from './decisions/decisions.controller.js';
import { UnlockDecisions } from './decisions/decisions.service.js';
import { ForgetUnlocks } from './listeners/erased-calls.listener.js';
import { UnlockLooks } from './looks/unlock-looks.service.js';
import { SealedNotes } from './lookup/sealed-notes.js';
import { TellUnlockHandler } from './notices/tell-unlock.work.js';
import { UnlockNotice } from './notices/unlock-notice.js';
import { UnlockQueueController } from './queue/queue.controller.js';
import { UnlockQueue } from './queue/queue.service.js';
import { UnlockRequestsController } from './requests/requests.controller.js';
import { UnlockRequests } from './requests/requests.service.js';

/**
 * Personal data of a call, opened to one person for a short time after another person's approval.
 */
@Module({
  imports: [CallRecordsModule, EmailRoutingModule],
  controllers: [UnlockRequestsController, UnlockDecisionsController, UnlockQueueController],
  providers: [
    UnlocksExport,
    SealedNotes,
    UnlockRequests,
    UnlockDecisions,
    UnlockQueue,
    UnlockLooks,
    UnlockNotice,
    TellUnlockHandler,
    ForgetUnlocks,
  ],
  exports: [UnlockLooks],
})
export class UnlocksModule {}
