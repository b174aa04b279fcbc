import { Module } from '@nestjs/common';
import { DialledCalls } from './lookup/dialled-calls.service.js';

/** What other features ask of dials; it needs no capacity, as the campaigns themselves do. */
@Module({ providers: [DialledCalls], exports: [DialledCalls] })
export class OutboundLookupModule {}
