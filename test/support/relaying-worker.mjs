// A worker with a handler of the test's own, which passes call events on into the table `effects`.
// usage: node relaying-worker.mjs <folder of the built service>
import 'reflect-metadata';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const [folder] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(folder, 'dist', path)).href);
const { loadSettings } = await load('config/settings.js');
const { REGISTRY } = await load('app.module.js');
const { createLog, NestLog } = await load('core/observability/logging.js');
const { WorkerModule } = await load('worker.module.js');
const { workKind } = await load('core/shared/work-kind.js');
const { HandlesWork } = await load('core/work/work-handler.js');

const PASS_ON = `
  INSERT INTO effects (client_id, key, number, process)
  SELECT $1, e.call_id, e.sequence, $4 FROM call_events e
   WHERE e.client_id = $1 AND e.data_env = $2 AND e.call_id = ANY($3::text[])
     AND e.sequence > coalesce((SELECT max(f.number) FROM effects f WHERE f.client_id = $1 AND f.key = e.call_id), 0)
   ORDER BY e.call_id, e.sequence`;

class EventRelay {
  kind = workKind('test.call-events', {
    ordered: true,
    batch: 20,
    concurrency: 2,
    leaseMs: 3000,
    firstDelayMs: 100,
  });

  async work(lease) {
    // The holder of these two locks stops the worker: during its lease, or in the middle of its
    // last transaction.
    await lease.transaction((tx) => tx.query(waitFor(1), []));
    await lease.finish(async (tx) => {
      const calls = [...new Set(lease.items.map(({ key }) => key))];
      await tx.query({ name: '', text: PASS_ON }, [calls, String(process.pid)]);
      await tx.query(waitFor(2), []);
    });
  }
}
// Makes the server's view of activity show whose statement it is.
const waitFor = (lock) => ({
  name: '',
  ofStore: true,
  text: `/* worker ${process.pid} */ SELECT pg_advisory_xact_lock_shared(${lock})`,
});
HandlesWork()(EventRelay);
Injectable()(EventRelay);

class PlantedWorker {}
Module({ imports: [WorkerModule.with(loadSettings(REGISTRY.settings.service))], providers: [EventRelay] })(
  PlantedWorker,
);

await NestFactory.createApplicationContext(PlantedWorker, {
  logger: new NestLog(createLog('warn', process.stderr)),
  abortOnError: false,
});
process.stdout.write(`${JSON.stringify({ msg: 'working' })}\n`);
