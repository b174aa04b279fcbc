import { Module } from '@nestjs/common';
import { AuditRelay } from './audit-relay.js';
import { RecordsRelay } from './records-relay.js';

/** Moves rows from tenant stores to the metadata store, in the worker process. */
@Module({ providers: [AuditRelay, RecordsRelay] })
export class RelaysModule {}
