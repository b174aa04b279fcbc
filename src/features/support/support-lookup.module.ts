import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { TicketAccess } from './lookup/ticket-access.service.js';
import { TicketPeople } from './lookup/ticket-people.service.js';
import { WrittenNumbers } from './lookup/written-numbers.service.js';

/** Which tickets a person sees, for all capabilities of support. */
@Module({
  imports: [PeopleModule],
  providers: [TicketAccess, TicketPeople, WrittenNumbers],
  exports: [TicketAccess, TicketPeople, WrittenNumbers],
})
export class SupportLookupModule {}
