import { Module } from '@nestjs/common';
import { ReadyBuilds } from './lookup/ready-builds.service.js';

/** The builds that a version may name, for releases. */
@Module({ providers: [ReadyBuilds], exports: [ReadyBuilds] })
export class ReadyBuildsModule {}
