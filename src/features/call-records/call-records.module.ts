import { Module } from '@nestjs/common';
import { CallLookup } from './lookup/call-lookup.service.js';

/** Finds stored calls, for all features that add something to a call. */
@Module({ providers: [CallLookup], exports: [CallLookup] })
export class CallRecordsModule {}
