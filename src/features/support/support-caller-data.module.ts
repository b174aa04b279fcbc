import { Module } from '@nestjs/common';
import { SupportCallerData } from './caller-data/support-caller-data.service.js';

/** The part of support that requests of callers need, without what support itself needs. */
@Module({ providers: [SupportCallerData], exports: [SupportCallerData] })
export class SupportCallerDataModule {}
