import { DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { asMemberOf, type Settings } from './config/settings.js';
import { JobWorker } from './core/work/jobs/job-worker.js';
import { WorkModule } from './core/work/work.module.js';

/**
 * The service in the background process: the same features, and the workers that run their
 * handlers.
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
