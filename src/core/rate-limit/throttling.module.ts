import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { WINDOW_NAMES } from './rate-limit.decorator.js';
import { PublicDoors } from './public-doors.js';
import { RateLimiter } from './rate-limiter.js';
import { RollingWindowStorage } from './rolling-window.storage.js';

@Global()
@Module({
  providers: [RollingWindowStorage, RateLimiter, PublicDoors],
  exports: [RollingWindowStorage, RateLimiter, PublicDoors],
})
class StorageModule {}

/**
 * Wires @nestjs/throttler to the rolling windows. Limits stand on the routes; these are only their
 * names.
 */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      imports: [StorageModule],
      inject: [RollingWindowStorage],
      useFactory: (storage: RollingWindowStorage) => ({
        storage,
        throttlers: WINDOW_NAMES.map((name) => ({ name, limit: Number.MAX_SAFE_INTEGER, ttl: 1000 })),
      }),
    }),
  ],
  exports: [ThrottlerModule],
})
export class ThrottlingModule {}
