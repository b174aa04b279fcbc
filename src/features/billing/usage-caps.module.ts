import { Module } from '@nestjs/common';
import { UsageCaps } from './usage-alerts/usage-caps.service.js';

/** The part of billing that other features import; it imports none of them, while billing does. */
@Module({ providers: [UsageCaps], exports: [UsageCaps] })
export class UsageCapsModule {}
