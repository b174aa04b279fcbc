import { Module } from '@nestjs/common';
import { BusinessHoursModule } from '../business-hours/business-hours.module.js';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { CallLookupModule } from '../calls/call-lookup.module.js';
import { AttachmentsModule } from './attachments/attachments.module.js';
import { CommentsController } from './comments/comments.controller.js';
import { CommentsService } from './comments/comments.service.js';
import { RedactCommentService } from './comments/redact-comment.service.js';
import { WriteCommentService } from './comments/write-comment.service.js';
import { SupportCountsController } from './counts/counts.controller.js';
import { SupportCounts } from './counts/counts.service.js';
import { FirstResponses } from './lookup/first-responses.service.js';
import { ShownTickets } from './lookup/shown-ticket.js';
import { SupportTexts } from './lookup/support-texts.service.js';
import { SupportPeopleController } from './people/people.controller.js';
import { SupportPeople } from './people/people.service.js';
import { RecipientsController } from './recipients/recipients.controller.js';
import { Recipients } from './recipients/recipients.service.js';
import { RelatedCallsController } from './related-calls/related-calls.controller.js';
import { RelatedCalls } from './related-calls/related-calls.service.js';
import { SupportLookupModule } from './support-lookup.module.js';
import { SupportWorkModule } from './support-work.module.js';
import { TicketSearchController } from './search/search.controller.js';
import { TicketSearch } from './search/search.service.js';
import { TextCheckController } from './text-check/text-check.controller.js';
import { ChangeTicketService } from './tickets/change-ticket.service.js';
import { CreateTicketService } from './tickets/create-ticket.service.js';
import { ShowTicketService } from './tickets/show-ticket.service.js';
import { TicketsController } from './tickets/tickets.controller.js';

/** Tickets in which partners and customers talk with our staff. */
@Module({
  imports: [
    BusinessHoursModule,
    CallLookupModule,
    EmailRoutingModule,
    SupportLookupModule,
    SupportWorkModule,
    AttachmentsModule,
  ],
  controllers: [
    SupportCountsController,
    SupportPeopleController,
    TicketSearchController,
    TicketsController,
    CommentsController,
    RelatedCallsController,
    RecipientsController,
    TextCheckController,
  ],
  providers: [
    SupportTexts,
    ShownTickets,
    FirstResponses,
    TicketSearch,
    SupportCounts,
    SupportPeople,
    CreateTicketService,
    ShowTicketService,
    ChangeTicketService,
    CommentsService,
    WriteCommentService,
    RedactCommentService,
    RelatedCalls,
    Recipients,
  ],
})
export class SupportModule {}
