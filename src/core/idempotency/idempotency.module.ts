import { Global, Module } from '@nestjs/common';
import { IdempotencyReaper } from './idempotency.job.js';
import { IdempotencyRecords } from './idempotency-records.js';

/** Work that is done once per key. */
@Global()
@Module({ providers: [IdempotencyRecords, IdempotencyReaper], exports: [IdempotencyRecords] })
export class IdempotencyModule {}
