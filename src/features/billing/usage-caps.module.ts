import { Module } from '@nestjs/common';
import { UsageCaps } from './usage-alerts/usage-caps.service.js';

/**
 * The part of billing that other features may import: unlike billing itself, it imports no other
 * feature.
 */
@Module({ providers: [UsageCaps], exports: [UsageCaps] })
export class UsageCapsModule {}
