import { Global, Module } from '@nestjs/common';
import { IdempotencyRecords } from './idempotency-records.js';

/** Work that is done once per key. */
@Global()
@Module({ providers: [IdempotencyRecords], exports: [IdempotencyRecords] })
export class IdempotencyModule {}
