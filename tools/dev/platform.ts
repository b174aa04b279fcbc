import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { platformEnvironment } from './settings.ts';
import type { DevSettings } from './settings.ts';
import { REGISTRY } from '#app/app.module.js';
import { loadSettings } from '#app/config/settings.js';
import { migrateAll } from '#app/operations/migrate-all.js';
import { lockDataDir } from './postgres/data-dir-lock.ts';
import { admitLogins, prepareDatabases } from './postgres/databases.ts';
import { describeDemo } from './demo-file.ts';
import { DEMO_CAST } from '../demo/cast/cast.ts';
import { configureAssistants } from '../demo/assistants/configure-assistants.ts';
import { configureDemo, deskKeys } from '../demo/configure.ts';
import { numberToTry } from '../demo/public-demo.ts';
import { prepareRehearsal, REHEARSAL_TENANT } from '../demo/rehearsal.ts';
import { countUsage } from '../demo/usage.ts';
import { demoWebhooks } from '../demo/webhooks.ts';
import { unlessRefused } from '../demo/sender.ts';
import { AppliedVersions } from '../demo/assistants/applied-versions.ts';
import { seedDemo } from '../demo/seed.ts';
import type { DemoApiKeySecret } from '../demo/types.ts';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { ensureFolder, layoutOf, StartError, writePrivateFile } from './files.ts';
import { followSources } from './service/follow-sources.ts';
import type { Lifecycle } from './lifecycle.ts';
import { startLocalServers } from './local-servers.ts';
import { endOrphanedServices, recordServices } from './service/orphaned-services.ts';
import { freePort, isPortTaken } from './ports.ts';
import { patiently, until } from './processes.ts';
import { sandboxesOf } from './sandboxes.ts';
import { ensureMasterKey, loadSecrets } from './secrets.ts';
import { startService } from './service/service.ts';
import type { Service } from './service/service.ts';

/** A health request that hangs is repeated; a busy machine responds in this time. */
const HEALTH_ANSWER_MS = 15_000;
/** Fast enough not to be noticed, slow enough not to compete with the start it waits for. */
const HEALTH_EVERY_MS = 100;

/** After an edit, streams are cut off instead of being ended in order. */
const RESTART_MS = 200;

/** Longer than an ordinary stop: waiting requests and calls of the sandbox end immediately. */
const SLOW_STOP_MS = 2_000;

type Environment = Record<string, string | undefined>;

const runsSources = ({ name }: Service): boolean => name === 'api' || name === 'worker';

/**
 * The newcomer's platform: database, identity provider, demo data, API and worker on one data
 * directory.
 */
export class Platform {
  private readonly layout: ReturnType<typeof layoutOf>;
  private readonly services: Service[] = [];

  private readonly settings: DevSettings;
  private readonly lifecycle: Lifecycle;
  private readonly progress: (message: string) => void;
  private readonly warn: (line: string) => void;
  private readonly watches: boolean;

  /** @param watches whether edits of the sources are followed (`npm run dev`) */
  constructor(
    settings: DevSettings,
    lifecycle: Lifecycle,
    progress: (message: string) => void,
    warn: (line: string) => void,
    watches = false,
  ) {
    this.watches = watches;
    this.settings = settings;
    this.lifecycle = lifecycle;
    this.progress = progress;
    this.warn = warn;
    this.layout = layoutOf(settings.dataDir);
  }

  /**
   * Starts everything and returns only by throwing: when a part of it ends, or when a stop is
   * requested.
   */
  async run(): Promise<never> {
    const { layout, lifecycle, progress } = this;
    await this.takeDataDir();
    const secrets = loadSecrets(layout.secrets);
    ensureMasterKey(layout.masterKey);

    const server = await lifecycle.hold(
      startEmbeddedPostgres({ dataDir: layout.postgres, log: progress }),
      (held) => held.stop(),
    );
    progress(`PostgreSQL listens on 127.0.0.1:${server.port}`);
    const databases = await lifecycle.waitFor(prepareDatabases(server, secrets));
    const { identity, billing, mail, receiver } = await startLocalServers(layout, lifecycle, progress);
    await lifecycle.waitFor(migrateAll(databases.migration, REGISTRY, progress));
    await lifecycle.waitFor(admitLogins(server));
    progress('schemas are up to date');

    const values = {
      ...this.settings,
      ...secrets,
      metadataUrl: databases.metadataUrl,
      tenantStoreUrls: databases.tenantStoreUrls,
      identity,
      billing,
      mailServerUrl: mail.url,
      masterKeyFile: layout.masterKey,
    };
    const environment = platformEnvironment(values);
    const { metadataOwnerUrl, tenantStoreOwnerUrls } = databases.migration;
    const forOperators = {
      ...platformEnvironment({ ...values, metadataUrl: databases.operatorMetadataUrl }, {}),
      METADATA_OWNER_URL: metadataOwnerUrl,
      TENANT_STORE_OWNER_URLS: JSON.stringify(Object.fromEntries(tenantStoreOwnerUrls)),
    };
    writePrivateFile(layout.environment, JSON.stringify(forOperators, null, 2));
    const since = new Date();
    const apiKeys = await lifecycle.waitFor(
      seedDemo({
        settings: loadSettings(REGISTRY.settings.service, environment),
        metadataOwnerUrl,
        cast: DEMO_CAST,
        apiKeySecretsFile: layout.apiKeys,
        log: progress,
        now: since,
      }),
    );
    progress('demo data is in place');

    const forWorker = { ...environment, METADATA_DATABASE_URL: databases.workerMetadataUrl };
    const port = this.watches
      ? await this.followSources(environment, forWorker)
      : await this.startServices(environment, forWorker);
    const baseUrl = `http://localhost:${port}`;
    const prepare = (part: () => Promise<void>) => lifecycle.waitFor(unlessRefused(part, this.warn));
    const configured = async () => {
      await prepare(() => configureDemo({ baseUrl, keyOf: deskKeys(apiKeys) }));
      await lifecycle.waitFor(configureAssistants(baseUrl, apiKeys, this.warn));
      const keyOfStaging = deskKeys(apiKeys, REHEARSAL_TENANT);
      await prepare(() => prepareRehearsal({ baseUrl, keyOf: keyOfStaging }));
      await prepare(() => demoWebhooks({ baseUrl, apiKeys, receiverUrl: receiver.url, since }));
    };
    const counted = lifecycle.waitFor(countUsage(loadSettings(REGISTRY.settings.service, forWorker)));
    await Promise.all([this.patiently('the demo to be set up', configured()), counted]);
    await this.startVoiceRuntimes(baseUrl, apiKeys);
    writePrivateFile(
      layout.demo,
      `${JSON.stringify(describeDemo(baseUrl, identity, DEMO_CAST, apiKeys), null, 2)}\n`,
    );
    progress(`keys and users: ${layout.demo}`);
    const { isDefaultDataDir, dataDir } = this.settings;
    const inDataDir = isDefaultDataDir ? '' : `DATA_DIR='${dataDir}' `;
    progress(`a token: ${inDataDir}npm run -s token -- ${DEMO_CAST.users[0]?.email}`);
    const number = numberToTry(new Date());
    const hint = number === null ? 'which calls no country at this hour' : `try ${number}, which is fiction`;
    progress(`public demo: ${baseUrl}/demo, ${hint}`);
    progress(`portal: open ${baseUrl}/ and no other name of this machine`);
    process.stdout.write(`ready ${baseUrl}\n`);

    const ended = await lifecycle.waitFor(
      Promise.race([
        ...(this.watches ? [] : this.services)
          .filter(runsSources)
          .map(async ({ name, exited }) => `The ${name} ended by itself: ${await exited}`),
        server.exited.then(() => 'PostgreSQL ended by itself'),
      ]),
    );
    throw new StartError(`${ended} (logs are in ${layout.logs}).`);
  }

  /** Ends the API and the worker without waiting for requests in progress. */
  killServices(): void {
    for (const service of this.services) service.kill();
  }

  private async takeDataDir(): Promise<void> {
    const { layout, lifecycle, settings } = this;
    ensureFolder(settings.dataDir);
    ensureFolder(layout.logs);
    const release = lockDataDir(layout.lock);
    lifecycle.onClose(() => Promise.resolve(release()));
    // demo.json describes a running platform, so it is removed until everything has started.
    for (const file of [layout.demo, layout.environment]) rmSync(file, { force: true });
    await lifecycle.waitFor(endOrphanedServices(layout.children, this.progress));
    const { port, host } = settings;
    // `localhost` may resolve to either loopback address, so a foreign process on either is a
    // conflict.
    for (const address of port === 0 ? [] : new Set([host, '127.0.0.1', '::1'])) {
      if (await isPortTaken(port, address)) {
        throw new StartError(
          `Port ${port} is in use by another program: stop it, or choose another with PORT.`,
        );
      }
    }
  }

  /** @returns the port of the API, which answers its health check */
  private async startServices(forApi: Environment, forWorker: Environment): Promise<number> {
    const { lifecycle, layout, services } = this;
    lifecycle.onClose(async () => {
      await this.stop(services);
      rmSync(layout.children, { force: true });
    });
    return this.startApiAndWorker(forApi, forWorker);
  }

  /** As `startServices`; from then on edits of the sources are followed. @returns the port of the pages */
  private async followSources(forApi: Environment, forWorker: Environment): Promise<number> {
    const { lifecycle, settings, progress, warn, services } = this;
    const apiPort = await freePort(settings.host);
    // Each start loads the code that V8 compiled for the start before.
    const cached = { NODE_COMPILE_CACHE: `${settings.dataDir}/compiled` };
    const forThis = [
      { ...forApi, ...cached, PORT: String(apiPort) },
      { ...forWorker, ...cached },
    ] as const;
    await this.startServices(...forThis);
    const restart = async (): Promise<void> => {
      await Promise.all(services.filter(runsSources).map((service) => service.stop(RESTART_MS)));
      await this.startApiAndWorker(...forThis);
    };
    await followSources({ ...settings, apiPort, lifecycle, restart, progress, warn });
    return settings.port;
  }

  private async startApiAndWorker(forApi: Environment, forWorker: Environment): Promise<number> {
    const { lifecycle } = this;
    const start = (name: string, module: string, environment: Environment) =>
      this.startService(name, `../../dist/${module}`, environment);
    // The API comes first, here and in `services`, so that it is also stopped first.
    const api = start('api', 'main.js', forApi);
    // On one machine the API gets the admin port, if one is requested.
    const worker = start('worker', 'worker.js', { ...forWorker, ADMIN_PORT: '' });
    const starts = [
      this.patiently('the api to listen', api.message('listening')),
      this.patiently('the worker to be ready', worker.message('ready')),
    ] as const;
    const [listening] = await lifecycle.waitFor(Promise.all(starts));
    const port = Number(listening['port']);
    await lifecycle.waitFor(this.untilHealthy(api, port));
    this.progress('API and worker are up');
    return port;
  }

  /**
   * The demo's voice runtimes: they dial no phone, and the last digits of a number decide how its
   * call goes. A runtime ends when its key is refused, as for a suspended client; it survives all
   * other errors.
   */
  private async startVoiceRuntimes(apiUrl: string, apiKeys: readonly DemoApiKeySecret[]): Promise<void> {
    const { lifecycle } = this;
    const applied = new AppliedVersions(apiUrl, apiKeys).run(lifecycle.signal);
    lifecycle.onClose(() => applied);
    const sandboxes: Service[] = [];
    // Before the API, to which they report how their calls ended.
    lifecycle.onClose(() => this.stop(sandboxes));
    for (const { name, environment } of sandboxesOf(apiUrl, apiKeys)) {
      const sandbox = this.startService(name, '../sandbox/main.ts', environment);
      sandboxes.push(sandbox);
      await this.patiently(`the ${name} to be ready`, lifecycle.waitFor(sandbox.message('ready')));
      void sandbox.exited.then((end) => {
        if (!lifecycle.isStopping)
          this.warn(`The ${name} ended: ${end}. Its calls go out again after the next npm start.`);
      });
    }
  }

  /** Says what a slow stop is waiting for. */
  private async stop(services: readonly Service[]): Promise<void> {
    const running = new Set(services);
    const timer = setTimeout(() => {
      const names = [...running].map(({ name }) => name).join(' and ');
      this.progress(`waiting for ${names}; press Ctrl-C again to end without waiting`);
    }, SLOW_STOP_MS);
    await Promise.all(services.map((service) => service.stop().then(() => running.delete(service))));
    clearTimeout(timer);
  }

  private startService(name: string, module: string, environment: Environment): Service {
    const { layout, services } = this;
    const service = startService({
      name,
      module: fileURLToPath(new URL(module, import.meta.url)),
      environment,
      logFile: `${layout.logs}/${name}.log`,
      print: this.warn,
    });
    services.push(service);
    recordServices(layout.children, services);
    return service;
  }

  private async untilHealthy(api: Service, port: number): Promise<void> {
    const health = `http://localhost:${port}/v1/health`;
    let said = 'gives no answer';
    const isHealthy = async () => {
      try {
        const response = await fetch(health, { signal: AbortSignal.timeout(HEALTH_ANSWER_MS) });
        await response.body?.cancel();
        said = `answers ${response.status}`;
        return response.status === 200;
      } catch {
        said = 'gives no answer';
        return false;
      }
    };
    const over = new AbortController();
    const healthy = until(isHealthy, Infinity, HEALTH_EVERY_MS, over.signal).then(() => null);
    const outcome = Promise.race([healthy, api.exited]);
    try {
      const what = () => `the api to be healthy: ${health} ${said}`;
      const end = await this.patiently(what, this.lifecycle.waitFor(outcome));
      if (end !== null) throw api.failure(end);
    } finally {
      over.abort();
    }
  }

  private patiently<T>(what: string | (() => string), work: Promise<T>): Promise<T> {
    return patiently(what, work, this.progress);
  }
}
