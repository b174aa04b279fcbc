import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { REGISTRY } from './app.module.js';
import { loadSettings } from './config/settings.js';
import { startTracing } from './core/observability/tracing/start-tracing.js';
import { createLog, NestLog } from './core/observability/logging.js';
import { exitOnUncaught, exitWithParent, forceExitAfter, runProcess, warnAboutZoneData } from './process.js';
import { WorkerModule } from './worker.module.js';

// The background process.
await runProcess('worker', async () => {
  const settings = loadSettings(REGISTRY.settings.service);
  const log = createLog(settings.log.level);
  await startTracing(settings, 'worker');
  exitOnUncaught(log);
  warnAboutZoneData(log);
  const app = await NestFactory.createApplicationContext(WorkerModule.with(settings), {
    logger: new NestLog(log),
    abortOnError: false,
  });
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  forceExitAfter(log, settings.http.drainMs);
  log.info({ msg: 'working', version: settings.version });
  exitWithParent({ type: 'ready' });
});
