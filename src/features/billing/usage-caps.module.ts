import { Module } from '@nestjs/common';
import { UsageCaps } from './usage-alerts/usage-caps.service.js';

/** What other features ask of billing; it needs none of them, as billing itself does. */
@Module({ providers: [UsageCaps], exports: [UsageCaps] })
export class UsageCapsModule {}
