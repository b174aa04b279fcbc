import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppliedVersions } from '../../demo/assistants/applied-versions.ts';
import type { DemoApiKeySecret } from '../../demo/types.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { layoutOf } from '../files.ts';
import { freePort } from '../ports.ts';
import { patiently, until } from '../processes.ts';
import { sandboxesOf } from '../sandboxes.ts';
import type { DevSettings } from '../settings.ts';
import { followSources } from './follow-sources.ts';
import { recordServices } from './orphaned-services.ts';
import { startService } from './service.ts';
import type { Service } from './service.ts';

/** A health request that hangs is repeated; a busy machine answers within this time. */
const HEALTH_ANSWER_MS = 15_000;
/**
 * Short enough not to be noticed, and long enough not to compete with the start for which it waits.
 */
const HEALTH_EVERY_MS = 100;

/** After an edit, streams are cut off instead of ended in order. */
const RESTART_MS = 200;

/** Longer than an ordinary stop: waiting requests and calls of the sandbox end at once. */
const SLOW_STOP_MS = 2_000;

type Environment = Record<string, string | undefined>;

const runsSources = ({ name }: Service): boolean => name === 'api' || name === 'worker';

interface Options {
  readonly settings: DevSettings;
  readonly layout: ReturnType<typeof layoutOf>;
  readonly lifecycle: Lifecycle;
  readonly progress: (message: string) => void;
  readonly warn: (line: string) => void;
}

/** The processes of the platform: API, worker, and the demo's voice runtimes. */
export class Services {
  private readonly services: Service[] = [];
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /** Resolves when the API or the worker ends by itself, with the reason. */
  ended(): Promise<string> {
    return Promise.race(
      this.services
        .filter(runsSources)
        .map(async ({ name, exited }) => `The ${name} ended by itself: ${await exited}`),
    );
  }

  /** Ends all processes without waiting for requests in progress. */
  kill(): void {
    for (const service of this.services) service.kill();
  }

  /** @returns the port of the API, which answers its health check */
  async start(forApi: Environment, forWorker: Environment): Promise<number> {
    const { services } = this;
    const { lifecycle, layout } = this.options;
    lifecycle.onClose(async () => {
      await this.stop(services);
      rmSync(layout.children, { force: true });
    });
    return this.startApiAndWorker(forApi, forWorker);
  }

  /**
   * Like `start`, and restarts the processes after edits of the sources.
   * @returns the port of the pages
   */
  async startAndFollow(forApi: Environment, forWorker: Environment): Promise<number> {
    const { services } = this;
    const { lifecycle, settings, progress, warn } = this.options;
    const apiPort = await freePort(settings.host);
    // Each start loads the code that V8 compiled for the previous start.
    const cached = { NODE_COMPILE_CACHE: `${settings.dataDir}/compiled` };
    const forThis = [
      { ...forApi, ...cached, PORT: String(apiPort) },
      { ...forWorker, ...cached },
    ] as const;
    await this.start(...forThis);
    const restart = async (): Promise<void> => {
      await Promise.all(services.filter(runsSources).map((service) => service.stop(RESTART_MS)));
      await this.startApiAndWorker(...forThis);
    };
    await followSources({ ...settings, apiPort, lifecycle, restart, progress, warn });
    return settings.port;
  }

  private async startApiAndWorker(forApi: Environment, forWorker: Environment): Promise<number> {
    const { lifecycle } = this.options;
    const start = (name: string, module: string, environment: Environment) =>
      this.startService(name, `../../../dist/${module}`, environment);
    // The API comes first, here and in `services`, so that it is also stopped first.
    const api = start('api', 'main.js', forApi);
    // On one machine the API gets the admin port, if one is requested, and the worker the next one.
    const adminPort = forApi['ADMIN_PORT'] ?? '';
    const worker = start('worker', 'worker.js', {
      ...forWorker,
      ADMIN_PORT: adminPort === '' ? '' : String(Number(adminPort) + 1),
    });
    const starts = [
      this.patiently('the api to listen', api.message('listening')),
      this.patiently('the worker to be ready', worker.message('ready')),
    ] as const;
    const [listening] = await lifecycle.waitFor(Promise.all(starts));
    const port = Number(listening['port']);
    await lifecycle.waitFor(this.untilHealthy(api, port));
    this.options.progress('API and worker are up');
    return port;
  }

  /**
   * Starts the demo's voice runtimes: they do not dial a phone, and the last digits of a number
   * decide the course of its call. A runtime ends when its key is refused, as for a suspended
   * client; it survives all other errors.
   */
  async startVoiceRuntimes(apiUrl: string, apiKeys: readonly DemoApiKeySecret[]): Promise<void> {
    const { lifecycle } = this.options;
    const applied = new AppliedVersions(apiUrl, apiKeys).run(lifecycle.signal);
    lifecycle.onClose(() => applied);
    const sandboxes: Service[] = [];
    // Before the API, to which the runtimes report how their calls ended.
    lifecycle.onClose(() => this.stop(sandboxes));
    for (const { name, environment } of sandboxesOf(apiUrl, apiKeys)) {
      const sandbox = this.startService(name, '../../sandbox/main.ts', environment);
      sandboxes.push(sandbox);
      await this.patiently(`the ${name} to be ready`, lifecycle.waitFor(sandbox.message('ready')));
      void sandbox.exited.then((end) => {
        if (!lifecycle.isStopping)
          this.options.warn(`The ${name} ended: ${end}. Its calls go out again after the next npm start.`);
      });
    }
  }

  /** Reports what a slow stop is waiting for. */
  private async stop(services: readonly Service[]): Promise<void> {
    const running = new Set(services);
    const timer = setTimeout(() => {
      const names = [...running].map(({ name }) => name).join(' and ');
      this.options.progress(`waiting for ${names}; press Ctrl-C again to end without waiting`);
    }, SLOW_STOP_MS);
    await Promise.all(services.map((service) => service.stop().then(() => running.delete(service))));
    clearTimeout(timer);
  }

  private startService(name: string, module: string, environment: Environment): Service {
    const { services } = this;
    const { layout, warn } = this.options;
    const service = startService({
      name,
      module: fileURLToPath(new URL(module, import.meta.url)),
      environment,
      logFile: `${layout.logs}/${name}.log`,
      print: warn,
    });
    services.push(service);
    recordServices(layout.children, services);
    return service;
  }

  private async untilHealthy(api: Service, port: number): Promise<void> {
    const health = `http://localhost:${port}/v1/health`;
    let said = 'does not answer';
    const isHealthy = async () => {
      try {
        const response = await fetch(health, { signal: AbortSignal.timeout(HEALTH_ANSWER_MS) });
        await response.body?.cancel();
        said = `answers ${response.status}`;
        return response.status === 200;
      } catch {
        said = 'does not answer';
        return false;
      }
    };
    const over = new AbortController();
    const healthy = until(isHealthy, Infinity, HEALTH_EVERY_MS, over.signal).then(() => null);
    const outcome = Promise.race([healthy, api.exited]);
    try {
      const what = () => `the api to be healthy: ${health} ${said}`;
      const end = await this.patiently(what, this.options.lifecycle.waitFor(outcome));
      if (end !== null) throw api.failure(end);
    } finally {
      over.abort();
    }
  }

  private patiently<T>(what: string | (() => string), work: Promise<T>): Promise<T> {
    return patiently(what, work, this.options.progress);
  }
}
