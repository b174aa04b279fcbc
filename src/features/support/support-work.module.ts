import { Module } from '@nestjs/common';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { SupportExport } from './account-export/support.export.js';
import { CloseTicketHandler } from './closing/close-ticket.work.js';
import { AddressNotice } from './notices/address-notice.js';
import { MailExcerpts } from './notices/mail-excerpts.service.js';
import { TellSupportHandler } from './notices/tell-support.work.js';
import { TicketNotice } from './notices/ticket-notice.js';
import { DeleteOldTicketsJob } from './retention/delete-tickets.job.js';
import { SupportLookupModule } from './support-lookup.module.js';

/** The work of support without a request: notices, closing, retention and exports. */
@Module({
  imports: [EmailRoutingModule, SupportLookupModule],
  providers: [
    CloseTicketHandler,
    DeleteOldTicketsJob,
    SupportExport,
    MailExcerpts,
    TicketNotice,
    AddressNotice,
    TellSupportHandler,
  ],
})
export class SupportWorkModule {}
