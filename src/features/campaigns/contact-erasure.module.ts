import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { ContactErasure } from './erasure/contact-erasure.service.js';

/** What requests of callers ask of the contacts of campaigns. */
@Module({ imports: [CallsModule], providers: [ContactErasure], exports: [ContactErasure] })
export class ContactErasureModule {}
