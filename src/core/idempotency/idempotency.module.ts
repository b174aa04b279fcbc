import { Global, Module } from '@nestjs/common';
import { ReapIdempotencyJob } from './idempotency.job.js';
import { IdempotencyRecords } from './idempotency-records.js';
import { TenantEffects } from './tenant-effects.js';

@Global()
@Module({
  providers: [IdempotencyRecords, ReapIdempotencyJob, TenantEffects],
  exports: [IdempotencyRecords, TenantEffects],
})
export class IdempotencyModule {}
