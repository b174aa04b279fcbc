import { Module } from '@nestjs/common';
import { OpenTicketCounts } from './counts/open-ticket-counts.service.js';

/** The part of support that the directory of partners needs. */
@Module({ providers: [OpenTicketCounts], exports: [OpenTicketCounts] })
export class SupportCountsModule {}
