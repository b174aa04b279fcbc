import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { SealedSupport } from './lookup/sealed-support.js';
import { TicketAccess } from './lookup/ticket-access.service.js';
import { TicketPeople } from './lookup/ticket-people.service.js';

/** Which tickets a person sees, for all capabilities of support. */
@Module({
  imports: [PeopleModule],
  providers: [SealedSupport, TicketAccess, TicketPeople],
  exports: [SealedSupport, TicketAccess, TicketPeople],
})
export class SupportLookupModule {}
