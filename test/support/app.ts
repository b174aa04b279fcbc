import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { cleanEnv } from 'envalid';
import passport from 'passport';
import supertest from 'supertest';
import { inject } from 'vitest';
import { AppModule, FEATURES, REGISTRY } from '../../src/app.module.js';
import { METADATA_WAITS, STORE_WAITS, type OwnerSettings, type Settings } from '../../src/config/settings.js';
import { applicationOptions, configureApp, listen, PlatformAdapter } from '../../src/configure-app.js';
import { ApiKeyStrategy } from '../../src/core/auth/api-keys/api-key.strategy.js';
import { JwtStrategy } from '../../src/core/auth/tokens/jwt.strategy.js';
import { createLog } from '../../src/core/observability/logging.js';
import type { Feature } from '../../src/core/registry/feature.js';
import { Clock } from '../../src/core/time/clock.js';
import type { SectionDefinition } from '../../src/features/configuration/rules/sections/section-definition.js';
import {
  feature as workspace,
  configurationWith,
} from '../../src/features/configuration/configuration.feature.js';
import { World } from './builders.js';
import { createTestDatabases } from './databases.js';
import type { TestDatabases } from './databases.js';
import { ContractRecorder } from './contract-recorder.js';
import { perSuite } from './frames.js';

export interface TestAppOptions {
  /** Replaces the Clock, which is the only part of the application that tests may replace. */
  readonly clock?: Clock;
  readonly settings?: (settings: Settings) => Settings;
  /** Controllers of the test, in addition to the real ones. */
  readonly controllers?: readonly Type[];
  /** Providers of the test, such as listeners to events. */
  readonly providers?: readonly Type[];
  /** Sections of a project's configuration that replace those of the service. */
  readonly sections?: readonly SectionDefinition[];
  /** Features in addition to those of the service. */
  readonly features?: readonly Feature[];
  /** Databases of another application in the same test: two processes, one store. */
  readonly databases?: TestDatabases;
}

export interface TestApp {
  readonly app: NestExpressApplication;
  readonly baseUrl: string;
  readonly settings: Settings;
  readonly databases: TestDatabases;
  /** Creates tenants, people, projects, keys and calls. */
  readonly world: World;
  /** Everything the application has logged. */
  readonly logs: () => string;
  request(): ReturnType<typeof supertest>;
  /**
   * Clears the log.
   * @throws Error if there were answers that the OpenAPI document does not declare
   */
  settle(): void;
  close(): Promise<void>;
}

/**
 * The settings of features in a process that sets none: the defaults, with examples for required
 * ones.
 */
const OF_FEATURES = REGISTRY.settings.service;
const REQUIRED = Object.entries(OF_FEATURES).filter(([, spec]) => !('default' in spec));
const FEATURE_SETTINGS = {
  ...cleanEnv(Object.fromEntries(REQUIRED.map(([name, { example }]) => [name, example])), OF_FEATURES),
};

// A store that keeps a request waiting for a second is a 503 by design, and a machine that is busy
// with other tests does that: few tests are about time.
const METADATA_WAITS_OF_TESTS = { connectMs: 8_000, statementMs: 8_000, lockMs: 2_500, contendedMs: 50_000 };
const STORE_WAITS_OF_TESTS = { acquireMs: 8_000, pingMs: 3_000 };

const PEPPER = randomBytes(32);

/**
 * The settings of a process on the given databases that waits for stores far longer than in
 * production.
 */
export function testSettings(databases: TestDatabases): Settings {
  const { masterKeyFile, issuer, audience, jwksUrl } = inject('fixture');
  return {
    version: '0.0.0-test',
    http: {
      port: 0,
      internalPort: 0,
      host: '127.0.0.1',
      trustedProxies: 1,
      shutdownDelayMs: 0,
      drainMs: 10_000,
      maxConnections: 1000,
    },
    bodies: { memoryBytes: 192 * 1024 * 1024, stallMs: 5_000 },
    docs: { isOpen: true },
    admin: { port: 0, host: '127.0.0.1' },
    log: { level: 'info' },
    tracing: {
      endpoint: null,
      serviceName: 'telephony-platform',
      sampler: 'always_on',
      ratio: 1,
      parents: 'internal',
    },
    metadata: {
      url: databases.metadataUrl,
      poolMax: 10,
      group: 'telephony_requests',
      ...METADATA_WAITS_OF_TESTS,
    },
    tenantStores: {
      urls: databases.storeUrls,
      poolMax: 10,
      readDeadlineMs: 15_000,
      analysisDeadlineMs: 60_000,
      writeDeadlineMs: 60_000,
      ...STORE_WAITS_OF_TESTS,
    },
    bearer: {
      issuer,
      audience,
      jwksUrl,
      maxTokenSeconds: 86_400,
      clockToleranceSeconds: 5,
      tokenType: 'at+jwt',
    },
    // Shared by all processes of a file, as in a deployment.
    apiKeys: { pepper: PEPPER, otherPeppers: [] },
    cursors: { secret: randomBytes(32), otherSecrets: [] },
    idempotency: { lockMs: 10_000 },
    portal: { url: 'http://localhost:3000' },
    outbound: { ports: [443, 8443], allowLoopback: false },
    keyProvider: { kind: 'local', masterKeyFile, mustBeRandom: true },
    otherKeyProviders: [],
    features: FEATURE_SETTINGS,
  };
}

/** The features of the service and of the test; the test may replace the workspace's sections. */
function featuresWith({ sections, features }: TestAppOptions): readonly Feature[] {
  if (sections === undefined && features === undefined) return FEATURES;
  const own = FEATURES.map((it) => (it === workspace && sections ? configurationWith(sections) : it));
  return [...own, ...(features ?? [])];
}

/** Like testSettings, for the logins of other processes on an application's databases. */
export const workerSettings = ({
  settings,
  databases,
}: Pick<TestApp, 'settings' | 'databases'>): Settings => ({
  ...settings,
  metadata: { ...settings.metadata, url: databases.workerMetadataUrl, group: 'telephony_jobs' },
});
export const operatorSettings = ({
  settings,
  databases,
}: Pick<TestApp, 'settings' | 'databases'>): Settings => ({
  ...settings,
  metadata: { ...settings.metadata, url: databases.operatorMetadataUrl, group: 'telephony_operations' },
});
/** A superuser owns the databases of tests. */
export const ownerSettings = ({
  settings,
  databases,
}: Pick<TestApp, 'settings' | 'databases'>): OwnerSettings => ({
  metadataOwnerUrl: databases.superuser.metadataUrl,
  tenantStoreOwnerUrls: databases.superuser.storeUrls,
  features: settings.features,
});

/**
 * For tests of the cost of a slow or dead store: it has the limits of a process with default
 * settings.
 */
export const punctually = (base: Settings): Settings => ({
  ...base,
  metadata: { ...base.metadata, ...METADATA_WAITS },
  tenantStores: {
    ...base.tenantStores,
    readDeadlineMs: 1000,
    analysisDeadlineMs: 10_000,
    writeDeadlineMs: 15_000,
    ...STORE_WAITS,
  },
});

/** They stay open: opening one takes a tenth of a request's time. */
const CONNECTIONS = new Agent({ keepAlive: true });

const requestsTo = (baseUrl: string): ReturnType<typeof supertest> =>
  new Proxy(supertest(baseUrl), {
    get: (requests, method) => (path: string) =>
      (Reflect.get(requests, method) as (path: string) => supertest.Test)(path).agent(CONNECTIONS),
  });

/**
 * Starts the real application on its own databases and a real port. Every response is checked
 * against the OpenAPI document; close() fails if one was not declared.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const databases = options.databases ?? (await createTestDatabases());
  const base = testSettings(databases);
  const settings = options.settings?.(base) ?? base;
  const stream = new PassThrough();
  const lines: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => lines.push(chunk));
  const log = createLog(settings.log.level, stream);
  const builder = Test.createTestingModule({
    imports: [AppModule.with(settings, featuresWith(options))],
    controllers: [...(options.controllers ?? [])],
    providers: [...(options.providers ?? [])],
  });
  if (options.clock) builder.overrideProvider(Clock).useValue(options.clock);
  const moduleRef = await builder.compile();
  const app = moduleRef.createNestApplication<NestExpressApplication>(
    new PlatformAdapter(),
    applicationOptions(log),
  );
  configureApp(app, log);
  const recorder = new ContractRecorder();
  app.getHttpServer().prependListener('request', recorder.observe);
  try {
    await listen(app);
  } catch (error) {
    // Some tests expect the boot to fail; its resources must be released.
    await app.close();
    if (!options.databases) await databases.drop();
    throw error;
  }
  recorder.load(app, !options.controllers && !options.sections && !options.features);
  const { port } = app.getHttpServer().address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    app,
    baseUrl,
    settings,
    databases,
    world: new World(databases, settings),
    logs: () => Buffer.concat(lines).toString('utf8'),
    request: () => requestsTo(baseUrl),
    settle: () => {
      lines.length = 0;
      recorder.assertClean();
    },
    close: async () => {
      await app.close();
      if (!options.databases) await databases.drop();
      recorder.assertClean();
    },
  };
}

/**
 * Makes passport use the credential checks of this application, because it uses those of the
 * application that started last.
 */
export function admitCredentialsOf({ app }: TestApp): void {
  passport.use('jwt', app.get(JwtStrategy));
  passport.use('api-key', app.get(ApiKeyStrategy));
}

/**
 * The application of the tests of a file, or of a describe: started before the first of them and
 * closed after the last.
 */
export const useTestApp = (options: TestAppOptions = {}): TestApp =>
  perSuite(
    () => startTestApp(options),
    (test) => test.close(),
  );

/**
 * A second process on the databases of an application, with its settings, for the tests of a file,
 * or of a describe.
 */
export const useSecondApp = (
  first: TestApp,
  options: Omit<TestAppOptions, 'databases' | 'settings'> = {},
): TestApp =>
  perSuite(
    () => startTestApp({ ...options, databases: first.databases, settings: () => first.settings }),
    (second) => second.close(),
  );
