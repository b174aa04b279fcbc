import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WorkerModule } from '../../src/worker.module.js';
import { workerSettings } from './app.js';
import type { TestApp } from './app.js';
import { perSuite } from './frames.js';

/** A worker on the databases of an application; to be closed. */
export const startWorker = (
  test: Pick<TestApp, 'settings' | 'databases'>,
): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(WorkerModule.with(workerSettings(test)), {
    logger: false,
    abortOnError: false,
  });

/** A worker beside the application, for the tests of a file, or of a describe. */
export const useWorker = (test: TestApp): void => {
  perSuite(
    () => startWorker(test),
    (worker) => worker.close(),
  );
};
