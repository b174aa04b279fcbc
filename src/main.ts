import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule, REGISTRY } from './app.module.js';
import { loadSettings } from './config/settings.js';
import { applicationOptions, configureApp, listen, PlatformAdapter } from './configure-app.js';
import { startTracing } from './core/observability/tracing/start-tracing.js';
import { createLog } from './core/observability/logging.js';
import { exitOnUncaught, exitWithParent, forceExitAfter, runProcess, warnAboutZoneData } from './process.js';

// The HTTP process.
await runProcess('main', async () => {
  const settings = loadSettings(REGISTRY.settings.service);
  const log = createLog(settings.log.level);
  await startTracing(settings, 'main');
  exitOnUncaught(log);
  warnAboutZoneData(log);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(settings),
    new PlatformAdapter(),
    applicationOptions(log),
  );
  const prepare = configureApp(app, log);
  // Without useProcessExit the process would end by the signal itself, and its status would not be
  // 0.
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  forceExitAfter(log, settings.http.shutdownDelayMs + settings.http.drainMs);
  prepare();
  await listen(app);
  const { port } = app.getHttpServer().address() as AddressInfo;
  log.info({
    msg: 'listening',
    port,
    internal_port: settings.http.internalPort || undefined,
    version: settings.version,
  });
  exitWithParent({ type: 'listening', port });
});
