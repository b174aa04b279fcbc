import { DynamicModule, Module } from '@nestjs/common';
import { AppModule } from './app.module.js';
import type { Settings } from './config/settings.js';
import { IdempotencyReaper } from './core/idempotency/idempotency.job.js';
import { JOB_HANDLERS, JobWorker } from './core/jobs/job-worker.js';
import { CallsModule } from './features/calls/calls.module.js';
import { CallEventsPruner } from './features/calls/events/call-events.job.js';
import { RollupRefresher } from './features/calls/rollup/rollup.job.js';

/** The service as the background process sees it: the same features, and the handlers of their jobs. */
@Module({})
export class WorkerModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: WorkerModule,
      imports: [AppModule.with(settings), CallsModule],
      providers: [
        CallEventsPruner,
        RollupRefresher,
        IdempotencyReaper,
        {
          provide: JOB_HANDLERS,
          inject: [CallEventsPruner, RollupRefresher, IdempotencyReaper],
          useFactory: (...handlers: unknown[]) => handlers,
        },
        JobWorker,
      ],
    };
  }
}
