import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule, FEATURES, REGISTRY } from '../../../src/app.module.js';
import { loadSettings } from '../../../src/config/settings.js';
import { applicationOptions, configureApp, listen, PlatformAdapter } from '../../../src/configure-app.js';
import { createLog } from '../../../src/core/observability/logging.js';
import { tallies } from './tallies.feature.js';

// The HTTP process with the tallies' routes, to be killed.
const settings = loadSettings(REGISTRY.settings.service);
const log = createLog(settings.log.level);
const app = await NestFactory.create<NestExpressApplication>(
  AppModule.with(settings, [...FEATURES, tallies]),
  new PlatformAdapter(),
  applicationOptions(log),
);
configureApp(app, log)();
await listen(app);
log.info({ msg: 'listening', port: (app.getHttpServer().address() as AddressInfo).port });
