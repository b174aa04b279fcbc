import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { ContactErasure } from './erasure/contact-erasure.service.js';

/** Lets callers' requests erase contacts of campaigns. */
@Module({ imports: [CallsModule], providers: [ContactErasure], exports: [ContactErasure] })
export class ContactErasureModule {}
