import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WorkerModule } from '../../src/worker.module.js';
import { workerSettings } from './app.js';
import type { TestApp } from './app.js';
import { DUE_CHANNEL } from '../../src/core/database/outbox/enqueue-work.queries.js';
import { inStore, withClient } from './databases.js';
import { perSuite } from './frames.js';

/**
 * Workers of these databases run no schedules, as if another one had just run them. Scheduled jobs
 * begin at their minute and work on the rows of every tenant, also in the middle of a test. Tests
 * run the jobs that they need themselves.
 */
export const withoutSchedules = async ({ databases }: Pick<TestApp, 'databases'>): Promise<void> => {
  await withClient(databases.superuser.metadataUrl, (client) =>
    client.query(`UPDATE jobs.version SET cron_on = now() + interval '1 day'`),
  );
};

/** A worker on an application's databases, without its schedules; the caller closes it. */
export const startWorker = async (
  test: Pick<TestApp, 'settings' | 'databases'>,
): Promise<INestApplicationContext> => {
  await withoutSchedules(test);
  return startScheduledWorker(test);
};

/** The same with its schedules. */
export const startScheduledWorker = (
  test: Pick<TestApp, 'settings' | 'databases'>,
): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(WorkerModule.with(workerSettings(test)), {
    logger: false,
    abortOnError: false,
  });

/** A worker in addition to the application, for the tests of a file or a describe. */
export const useWorker = (test: TestApp): void => {
  perSuite(
    () => startWorker(test),
    (worker) => worker.close(),
  );
};

/**
 * Makes unclaimed work items of a kind due, and notifies workers, which otherwise poll once a
 * second.
 * @param client the owner of the work items; default: all clients
 */
export const comeDue = (
  test: Pick<TestApp, 'databases'>,
  kind: string,
  client: string | null = null,
): Promise<{ item_id: string }[]> =>
  inStore(
    test,
    `WITH due AS (UPDATE work_items SET ready_at = now() WHERE kind = $1 AND client_id = coalesce($2, client_id) AND lease_token IS NULL
                  RETURNING item_id, client_id, data_env, kind)
     SELECT item_id, pg_notify('${DUE_CHANNEL}', json_build_array(client_id, data_env, kind)::text) FROM due`,
    [kind, client],
  );
