import { Module } from '@nestjs/common';
import { WaitingContacts } from './lookup/waiting-contacts.service.js';

/** What other features ask of campaigns that run; it needs no capacity, as the campaigns themselves do. */
@Module({ providers: [WaitingContacts], exports: [WaitingContacts] })
export class WaitingContactsModule {}
