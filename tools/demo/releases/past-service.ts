import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import passport from 'passport';
import { AppModule } from '#app/app.module.js';
import { asMemberOf } from '#app/config/settings.js';
import type { Settings } from '#app/config/settings.js';
import { applicationOptions, configureApp, listen, PlatformAdapter } from '#app/configure-app.js';
import { ApiKeyStrategy } from '#app/core/auth/api-keys/api-key.strategy.js';
import { createLog } from '#app/core/observability/logging.js';
import { Clock } from '#app/core/time/clock.js';
import { WorkModule } from '#app/core/work/work.module.js';

/** The service in this process, on a separate address, with a clock that can be set back. */
export interface PastService {
  readonly app: INestApplicationContext;
  readonly baseUrl: string;
  /** Sets its clock, and that of its work, this many days back. */
  readonly goBack: (days: number) => void;
  /** Answers requests of `part` at the present time; the clock of work is unchanged. */
  readonly atPresent: <T>(part: () => Promise<T>) => Promise<T>;
  /** Handles work caused by requests, such as building knowledge, while `part` runs. */
  readonly working: <T>(part: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

const DAY_MS = 86_400_000;

/**
 * Starts it without signal handlers.
 * @param settings of an API process
 * @param workerSettings of a worker
 */
export async function startPastService(settings: Settings, workerSettings: Settings): Promise<PastService> {
  const machine = new Clock();
  let behindMs = 0;
  let isAtPresent = false;
  const follow = (followed: INestApplicationContext, lag: () => number): void => {
    followed.get(Clock, { strict: false }).now = () => new Date(machine.now().getTime() - lag());
  };
  const log = createLog('fatal');
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(onLoopback(settings)),
    new PlatformAdapter(),
    { ...applicationOptions(log), logger: false },
  );
  configureApp(app, log);
  follow(app, () => (isAtPresent ? 0 : behindMs));
  await listen(app);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    app,
    baseUrl: `http://127.0.0.1:${port}`,
    goBack: (days) => {
      behindMs = days * DAY_MS;
    },
    atPresent: async (part) => {
      isAtPresent = true;
      try {
        return await part();
      } finally {
        isAtPresent = false;
      }
    },
    working: async (part) => {
      const works = await startWorks(workerSettings);
      follow(works, () => behindMs);
      // Passport checks keys for the application that started last.
      passport.use('api-key', app.get(ApiKeyStrategy, { strict: false }));
      try {
        return await part();
      } finally {
        await works.close();
      }
    },
    close: () => app.close(),
  };
}

const onLoopback = (settings: Settings): Settings => ({
  ...settings,
  http: { ...settings.http, host: '127.0.0.1', port: 0, internalPort: 0 },
  docs: { isOpen: false },
});

class Works {}

/**
 * Handlers of work without the worker's scheduled jobs, which would count a history that does not
 * exist yet.
 */
const startWorks = (settings: Settings): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(
    {
      module: Works,
      imports: [AppModule.with(asMemberOf('telephony_jobs', settings)), DiscoveryModule, WorkModule],
    },
    { logger: false, abortOnError: false },
  );
