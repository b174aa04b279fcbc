import { Global, Module } from '@nestjs/common';
import { PublicDoors } from './public-doors.js';
import { RateLimiter } from './rate-limiter.js';
import { RollingWindows } from './rolling-windows.js';

@Global()
@Module({
  providers: [RollingWindows, RateLimiter, PublicDoors],
  exports: [RollingWindows, RateLimiter, PublicDoors],
})
export class RateLimitModule {}
