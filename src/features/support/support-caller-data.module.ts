import { Module } from '@nestjs/common';
import { FileCallerData } from './attachments/caller-data/file-caller-data.service.js';
import { SupportCallerData } from './caller-data/support-caller-data.service.js';

/** The part of support that caller requests need, without the dependencies of support itself. */
@Module({ providers: [SupportCallerData, FileCallerData], exports: [SupportCallerData, FileCallerData] })
export class SupportCallerDataModule {}
