import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SETTINGS } from '../../config/settings.js';
import type { Settings } from '../../config/settings.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { serviceDataSourceOptions } from './data-source-options.js';
import { HotReads } from './hot-reads.js';
import { MetadataHealth } from './metadata-health.js';
import { MetadataStore } from './metadata-store.js';

/** The metadata store and its door. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [SETTINGS],
      useFactory: (settings: Settings) => ({
        ...serviceDataSourceOptions(settings.metadata),
        // A process that cannot reach its store leaves after ten seconds and lets its supervisor start it again.
        retryAttempts: 10,
        retryDelay: 1000,
      }),
    }),
    JobsModule,
  ],
  providers: [HotReads, MetadataStore, MetadataHealth],
  exports: [HotReads, MetadataStore, MetadataHealth],
})
export class MetadataModule {}
