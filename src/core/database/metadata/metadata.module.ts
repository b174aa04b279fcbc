import { Global, Logger, Module, OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { classifyDriverError } from '../driver/driver-errors.js';
import { QueueSql } from '../jobs/job-queue.js';
import { reasonOf } from '../../shared/platform-error.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { Registry } from '../../registry/registry.js';
import { openSystemPool, serviceDataSourceOptions } from './data-source-options.js';
import { SystemQueries } from './system-queries.js';
import { WrongLoginError } from './new-connections.js';
import { MetadataHealth } from './metadata-health.js';
import { METADATA, MetadataPool, SystemPool } from './metadata-pool.js';
import { MetadataStore } from './metadata-store.js';
import { TenantConnections } from './tenant-connections.js';

/** Logs why the store cannot be used; Nest only says that it tries again. */
function shouldRetry(error: unknown): boolean {
  if (error instanceof WrongLoginError) return false;
  new Logger('MetadataModule').warn({
    msg: 'store cannot be used yet',
    store: METADATA,
    fault: classifyDriverError(error),
    reason: reasonOf(error),
  });
  return true;
}

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [SETTINGS, Registry],
      useFactory: (settings: Settings, registry: Registry) => ({
        ...serviceDataSourceOptions(settings.metadata, registry.schema('metadata')),
        // After ten seconds without its store a process exits, and its supervisor restarts it.
        retryAttempts: 10,
        retryDelay: 1000,
        toRetry: shouldRetry,
      }),
    }),
    JobsModule,
  ],
  providers: [
    {
      provide: MetadataPool,
      inject: [DataSource],
      // TypeORM types its driver loosely; for postgres, `master` is the pool created from
      // `driver.Pool`.
      useFactory: ({ driver }: DataSource) => (driver as unknown as { master: MetadataPool }).master,
    },
    {
      provide: SystemPool,
      inject: [SETTINGS, MetadataPool],
      useFactory: (settings: Settings, tenants: MetadataPool) => openSystemPool(settings.metadata, tenants),
    },
    SystemQueries,
    {
      provide: QueueSql,
      inject: [SystemQueries],
      useFactory: (reads: SystemQueries): QueueSql => ({
        // Not prepared: pg-boss sends them at its start and rarely afterwards.
        execute: (text, values = []) => reads.query({ name: '', text }, values),
      }),
    },
    TenantConnections,
    MetadataStore,
    MetadataHealth,
  ],
  exports: [MetadataPool, SystemPool, SystemQueries, QueueSql, MetadataStore, MetadataHealth],
})
export class MetadataModule implements OnApplicationShutdown {
  constructor(private readonly system: SystemPool) {}

  onApplicationShutdown(): Promise<void> {
    return this.system.end();
  }
}
