import { Module } from '@nestjs/common';
import { AuditRelay } from './audit-relay.js';
import { RecordsRelay } from './records-relay.js';

/**
 * Carries rows that transactions have left in tenant stores over to the metadata store; the worker
 * process runs it.
 */
@Module({ providers: [AuditRelay, RecordsRelay] })
export class RelaysModule {}
