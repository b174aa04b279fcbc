import { Module } from '@nestjs/common';
import { DialledCalls } from './lookup/dialled-calls.service.js';
import { WaitingContacts } from './lookup/waiting-contacts.service.js';

/** What other features ask of campaigns that run and of dials; it needs no capacity, as the campaigns themselves do. */
@Module({ providers: [WaitingContacts, DialledCalls], exports: [WaitingContacts, DialledCalls] })
export class OutboundLookupModule {}
