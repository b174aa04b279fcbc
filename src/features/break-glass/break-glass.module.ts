import { Module } from '@nestjs/common';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { SessionEntryModule } from '../portal/session-entry.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { BreakGlassExport } from './account-export/break-glass.export.js';
import { HoldersController } from './holders/holders.controller.js';
import { HoldersService } from './holders/holders.service.js';
import { KeepPasskeysOfHolders, KeepRolesOfHolders } from './listeners/ways-back.listeners.js';
import { BreakGlassNotice } from './lookup/break-glass-notice.js';
import { ProvedHolders } from './lookup/proved-holders.service.js';
import { Challenges } from './lookup/challenges.service.js';
import { OpenUses } from './sign-in/open-uses.service.js';
import { BreakGlassSignInController } from './sign-in/sign-in.controller.js';
import { BreakGlassSignIn } from './sign-in/sign-in.service.js';
import { UseEvents } from './uses/use-events.service.js';
import { UseRows } from './lookup/use-rows.js';
import { UsesController } from './uses/uses.controller.js';
import { UsesService } from './uses/uses.service.js';

/** The way into a client when its directory fails. */
@Module({
  imports: [EmailRoutingModule, SessionEntryModule, SecondFactorsModule],
  controllers: [HoldersController, UsesController, BreakGlassSignInController],
  providers: [
    BreakGlassExport,
    Challenges,
    BreakGlassSignIn,
    OpenUses,
    HoldersService,
    ProvedHolders,
    KeepPasskeysOfHolders,
    KeepRolesOfHolders,
    UseRows,
    UseEvents,
    BreakGlassNotice,
    UsesService,
  ],
  exports: [ProvedHolders],
})
export class BreakGlassModule {}
