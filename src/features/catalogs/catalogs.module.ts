import { Module } from '@nestjs/common';
import { PlatformCatalogue } from './platform-catalogue.js';

/** What the platform offers to every project: models and voices (operations section 2). */
@Module({ providers: [PlatformCatalogue], exports: [PlatformCatalogue] })
export class CatalogsModule {}
