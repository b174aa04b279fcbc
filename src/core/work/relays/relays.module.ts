import { Module } from '@nestjs/common';
import { AuditRelay } from './audit-relay.js';
import { RecordsRelay } from './records-relay.js';

/** What carries from tenant stores to the metadata store what their transactions owe it; the worker process runs it. */
@Module({ providers: [AuditRelay, RecordsRelay] })
export class RelaysModule {}
