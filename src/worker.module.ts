import { DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { asMemberOf, type Settings } from './config/settings.js';
import { JobWorker } from './core/work/jobs/job-worker.js';
import { WorkModule } from './core/work/work.module.js';

/**
 * The service as the background process sees it: the same features, and what runs the handlers that
 * they bring.
 */
@Module({})
export class WorkerModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: WorkerModule,
      imports: [AppModule.with(asMemberOf('telephony_jobs', settings)), DiscoveryModule, WorkModule],
      providers: [JobWorker],
    };
  }
}
