import { Global, Module } from '@nestjs/common';
import { IdempotencyReaper } from './idempotency.job.js';
import { IdempotencyRecords } from './idempotency-records.js';
import { TenantEffects } from './tenant-effects.js';

/** Work that is done once per key. */
@Global()
@Module({
  providers: [IdempotencyRecords, IdempotencyReaper, TenantEffects],
  exports: [IdempotencyRecords, TenantEffects],
})
export class IdempotencyModule {}
