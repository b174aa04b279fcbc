import { Module } from '@nestjs/common';
import { CatalogsController } from './catalogs.controller.js';
import { PlatformCatalogue } from './platform-catalogue.js';

/** The models and voices that the platform offers to every project (catalogs section 1). */
@Module({
  controllers: [CatalogsController],
  providers: [PlatformCatalogue],
  exports: [PlatformCatalogue],
})
export class CatalogsModule {}
