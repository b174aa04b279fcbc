import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Settings } from '../../src/config/settings.js';

const ROOT = resolve(import.meta.dirname, '../..');

type Environment = Readonly<Record<string, string>>;

/** The service as it is shipped: compiled, in a folder of its own, so that nobody else's build is disturbed. */
export class BuiltService {
  private readonly folder = mkdtempSync(join(tmpdir(), 'telephony-built-'));
  private readonly processes: BuiltProcess[] = [];

  /** Types are checked elsewhere. */
  constructor() {
    const dist = join(this.folder, 'dist');
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--noCheck', '--incremental', 'false', '--tsBuildInfoFile', 'null', '--outDir', dist];
    execFileSync(process.execPath, [compiler, '-p', join(ROOT, 'tsconfig.build.json'), ...options]);
    copyFileSync(join(ROOT, 'package.json'), join(this.folder, 'package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Starts a process of the service with this environment and nothing else. */
  start(
    name: 'main' | 'worker' | 'operate',
    environment: Environment,
    args: readonly string[] = [],
  ): BuiltProcess {
    const child = spawn(process.execPath, [join(this.folder, 'dist', `${name}.js`), ...args], {
      cwd: tmpdir(),
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started = new BuiltProcess(child);
    this.processes.push(started);
    return started;
  }

  remove(): void {
    for (const started of this.processes) started.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
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
    // 'close' comes after the last output, 'exit' may come before it.
    this.ended = once(child, 'close').then(() => child.exitCode ?? child.signalCode);
  }

  get pid(): number {
    return this.child.pid!;
  }

  get output(): string {
    return this.text;
  }

  /** Standard output alone. */
  get standardOutput(): string {
    return this.result;
  }

  kill(signal: NodeJS.Signals): void {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
  }

  /** The first log line with this message. @throws when the process ends before */
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

/** The environment that means these settings. */
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
    ...extra,
  };
}

/** A port that was free a moment ago. */
export async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
