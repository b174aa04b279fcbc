import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Settings } from '../../src/config/settings.js';
import { movedClock } from '../../tools/dev/processes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether dist/ of the checkout is up to date with the sources, as in `.ci/run`. */
    readonly isBuilt: boolean;
  }
}

/**
 * The HTTP process with the routes of test/support/tallies, which `plantTallies` puts next to the
 * built service.
 */
export const TALLIES_PROCESS = '../test/support/tallies/process';

const ROOT = resolve(import.meta.dirname, '../..');

type Environment = Readonly<Record<string, string>>;

/**
 * Compiles the service; types are checked elsewhere. If two builds run at once, the first one's
 * folder is kept.
 */
function build(folder: string): void {
  const unfinished = `${folder}-${process.pid}`;
  mkdirSync(unfinished);
  const dist = join(unfinished, 'dist');
  if (inject('isBuilt')) cpSync(join(ROOT, 'dist'), dist, { recursive: true });
  else {
    const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
    const options = ['-p', join(ROOT, 'tsconfig.build.json'), '--outDir', dist];
    execFileSync(process.execPath, [compiler, ...options]);
  }
  copyFileSync(join(ROOT, 'package.json'), join(unfinished, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(unfinished, 'node_modules'));
  if (!existsSync(folder)) renameSync(unfinished, folder);
}

/** The service as it is shipped: compiled once per run, separate from the checkout's own build. */
export class BuiltService {
  private readonly processes: BuiltProcess[] = [];

  /**
   * @param folder that contains dist/ and node_modules/; another one only if a test has changed its
   *   content
   */
  constructor(readonly folder = inject('fixture').buildFolder) {}

  /** Compiles it, unless another file of the run has done so. */
  compile(): this {
    if (!existsSync(this.folder)) build(this.folder);
    return this;
  }

  /**
   * Starts a process that answers HTTP.
   * @returns the process and its address, once it listens
   */
  async serve(environment: Environment, name: 'main' | typeof TALLIES_PROCESS = 'main'): Promise<Served> {
    const main = this.start(name, environment);
    const { port } = await main.line('listening');
    return { main, url: `http://127.0.0.1:${Number(port)}` };
  }

  /** Starts a process of the service with this environment and no other settings. */
  start(
    name: 'main' | 'worker' | 'migrate' | 'operate' | typeof TALLIES_PROCESS,
    environment: Environment,
    args: readonly string[] = [],
  ): BuiltProcess {
    return this.run(join(this.folder, 'dist', `${name}.js`), environment, args);
  }

  /** Starts a script of test/support, with the folder of the built service as its argument. */
  startScript(name: string, environment: Environment): BuiltProcess {
    return this.run(join(import.meta.dirname, name), environment, [this.folder]);
  }

  /**
   * Starts a program of tools from a copy next to the built service, so that the checkout need not
   * be built.
   */
  startTool(
    name: 'dev/start' | 'dev/webhook-listen' | 'sandbox/main',
    environment: Environment,
    args: readonly string[] = [],
  ): BuiltProcess {
    for (const part of ['tools', 'packages/webhook-verifier/src'])
      cpSync(join(ROOT, part), join(this.folder, part), { recursive: true });
    return this.run(join(this.folder, 'tools', `${name}.ts`), environment, args);
  }

  private run(file: string, environment: Environment, args: readonly string[]): BuiltProcess {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: tmpdir(),
      // Compiled code is cached for the next process, because most of a start is compiling.
      env: { ...movedClock(), NODE_COMPILE_CACHE: join(this.folder, 'compiled'), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started = new BuiltProcess(child);
    this.processes.push(started);
    return started;
  }

  /** Ends the processes that still run. */
  stop(): void {
    for (const started of this.processes) started.kill('SIGKILL');
  }
}

export interface Served {
  readonly main: BuiltProcess;
  readonly url: string;
}

// A busy machine takes minutes to compile the service.
const COMPILING_MS = 300_000;

/**
 * The built service for the tests of a file: compiled before the first one, its processes ended
 * after the last one.
 */
export function useBuiltService(): BuiltService {
  const service = new BuiltService();
  beforeAll(() => void service.compile(), COMPILING_MS);
  afterAll(() => service.stop());
  return service;
}

/** One running process, its output and its end. */
export class BuiltProcess {
  private text = '';
  private result = '';
  readonly ended: Promise<number | NodeJS.Signals | null>;

  constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
    }
    child.stdout?.on('data', (chunk: Buffer) => (this.result += chunk.toString()));
    // 'close' comes after the last output; 'exit' may come before it.
    this.ended = once(child, 'close').then(() => child.exitCode ?? child.signalCode);
  }

  get pid(): number {
    return this.child.pid!;
  }

  get output(): string {
    return this.text;
  }

  /** Only the standard output. */
  get standardOutput(): string {
    return this.result;
  }

  /** Stops reading its output, like `| head` once it has enough. */
  stopReading(): void {
    this.child.stdout?.destroy();
  }

  kill(signal: NodeJS.Signals): void {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
  }

  /**
   * Ends it like a crash.
   * @returns how it ended: 'SIGKILL', or the way in which it ended earlier
   */
  crash(): Promise<number | NodeJS.Signals | null> {
    this.kill('SIGKILL');
    return this.ended;
  }

  /**
   * The first log line with this message.
   * @throws if the process ends first
   */
  async line(message: string): Promise<Record<string, unknown>> {
    const output = this.child.stdout!;
    let over = false;
    void this.ended.then(() => (over = true));
    for (;;) {
      for (const line of this.text.split('\n')) {
        if (line.startsWith('{') && line.endsWith('}')) {
          const fields = JSON.parse(line) as Record<string, unknown>;
          if (fields['msg'] === message) return fields;
        }
      }
      if (over) throw new Error(`The process ended before it said "${message}":\n${this.text}`);
      await Promise.race([once(output, 'data'), this.ended]);
    }
  }
}

/** The environment that results in these settings. */
export function environmentOf(settings: Settings, extra: Environment = {}): Environment {
  const { metadata, tenantStores, apiKeys, cursors, keyProvider, bearer } = settings;
  return {
    PORT: '0',
    HOST: '127.0.0.1',
    METADATA_DATABASE_URL: metadata.url,
    TENANT_STORES: JSON.stringify(Object.fromEntries(tenantStores.urls)),
    AUTH_ISSUER: bearer?.issuer ?? '',
    AUTH_AUDIENCE: bearer?.audience ?? '',
    AUTH_JWKS_URL: bearer?.jwksUrl ?? '',
    API_KEY_PEPPER: apiKeys.pepper.toString('base64'),
    CURSOR_SECRET: cursors.secret.toString('base64'),
    MASTER_KEY_FILE: keyProvider.kind === 'local' ? keyProvider.masterKeyFile : '',
    // The document takes half a second of each start; tests that need it open it.
    API_DOCS: 'closed',
    ...extra,
  };
}
