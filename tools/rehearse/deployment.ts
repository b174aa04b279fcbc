import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureFolder, layoutOf } from '../dev/files.ts';
import { fetchAccessToken } from '../dev/identity/access-token.ts';
import { startIdentityProvider } from '../dev/identity/identity-provider.ts';
import type { Lifecycle } from '../dev/lifecycle.ts';
import type { DatabaseAddresses } from '../dev/postgres/databases.ts';
import { ensureMasterKey, loadSecrets } from '../dev/secrets.ts';
import type { PlatformSecrets } from '../dev/secrets.ts';
import { startService } from '../dev/service/service.ts';
import { platformEnvironment } from '../dev/settings.ts';
import { DEMO_CAST } from '../demo/cast/cast.ts';
import type { DemoApiKeySecret } from '../demo/types.ts';
import { runBuilt } from './tree.ts';
import type { Tree } from './tree.ts';

/** The people of the demo. */
const ACCOUNTS = DEMO_CAST.users.map(({ email, subject, dataEnv, role }) => ({
  email,
  sub: subject,
  dataEnv,
  note: role,
}));

/** Fields of log lines that show why a request failed. */
const EXPLAINING = ['code', 'store', 'fault', 'reason', 'cause', 'ms', 'pool_ms', 'db_ms'];

type Environment = Readonly<Record<string, string | undefined>>;

/** A process started by a rehearsal. */
export interface Started {
  /** The address of an API process; empty for a worker. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The settings of a platform, and its processes. */
export class Deployment {
  readonly secrets: PlatformSecrets;
  /** Warnings and errors of all processes. */
  readonly complaints: string[] = [];
  private readonly lifecycle: Lifecycle;
  private readonly layout: ReturnType<typeof layoutOf>;
  private readonly identity: Parameters<typeof platformEnvironment>[0]['identity'];
  private addresses: DatabaseAddresses | null = null;

  private constructor(
    folder: string,
    lifecycle: Lifecycle,
    identity: Parameters<typeof platformEnvironment>[0]['identity'],
  ) {
    this.lifecycle = lifecycle;
    this.identity = identity;
    this.layout = layoutOf(folder);
    ensureFolder(this.layout.logs);
    this.secrets = loadSecrets(this.layout.secrets);
    ensureMasterKey(this.layout.masterKey);
  }

  static async begin(folder: string, lifecycle: Lifecycle): Promise<Deployment> {
    const identity = await lifecycle.hold(startIdentityProvider({ accounts: ACCOUNTS }), (held) =>
      held.stop(),
    );
    return new Deployment(folder, lifecycle, identity);
  }

  /** Sets the databases that everything uses from now on. */
  useDatabases(addresses: DatabaseAddresses): void {
    this.addresses = addresses;
  }

  /** The environment of an API process. */
  get environment(): Environment {
    const { metadataUrl, tenantStoreUrls } = this.addresses!;
    const settings = platformEnvironment(
      {
        ...this.secrets,
        port: 0,
        host: '127.0.0.1',
        metadataUrl,
        tenantStoreUrls,
        identity: this.identity,
        billing: null,
        mailServerUrl: null,
        nameServer: null,
        masterKeyFile: this.layout.masterKey,
        filesDir: this.layout.files,
      },
      {},
    );
    // A rehearsal of many minutes creates more projects.
    return { ...settings, MAX_PROJECTS: '100000' };
  }

  get ownerEnvironment(): Environment {
    const { metadataOwnerUrl, tenantStoreOwnerUrls } = this.addresses!.migration;
    return {
      METADATA_OWNER_URL: metadataOwnerUrl,
      TENANT_STORE_OWNER_URLS: JSON.stringify(Object.fromEntries(tenantStoreOwnerUrls)),
    };
  }

  /**
   * Runs the migrations of a version.
   * @returns the lines printed
   */
  async migrate(tree: Tree, ...args: string[]): Promise<string[]> {
    return (await runBuilt(tree, 'migrate.js', args, this.ownerEnvironment)).trim().split('\n');
  }

  /** Plants the demo with the code of a version. */
  async plant(tree: Tree): Promise<DemoApiKeySecret[]> {
    const child = fork(fileURLToPath(new URL('plant.ts', import.meta.url)), [tree.root], {
      env: { ...this.environment, ...this.ownerEnvironment, API_KEYS_FILE: this.layout.apiKeys },
    });
    let apiKeys: DemoApiKeySecret[] | null = null;
    child.on('message', (message: { apiKeys: DemoApiKeySecret[] }) => {
      apiKeys = message.apiKeys;
      child.disconnect();
    });
    await once(child, 'exit');
    if (apiKeys === null) throw new Error(`The demo of ${tree.commit} was not planted: see above.`);
    return apiKeys;
  }

  async startApi(tree: Tree, name: string): Promise<Started> {
    const api = this.start(tree, name, 'main.js', this.environment);
    const { port } = await api.message('listening');
    return { url: `http://127.0.0.1:${Number(port)}`, stop: () => api.stop() };
  }

  async startWorker(tree: Tree, name: string): Promise<Started> {
    const worker = this.start(tree, name, 'worker.js', {
      ...this.environment,
      METADATA_DATABASE_URL: this.addresses!.workerMetadataUrl,
    });
    await worker.message('ready');
    return { url: '', stop: () => worker.stop() };
  }

  /**
   * Runs operators' commands with the code of a version; a failing one throws an Error with its
   * output.
   */
  operateWith(tree: Tree): (...args: string[]) => Promise<void> {
    return async (...args) => {
      await runBuilt(tree, 'operate.js', args, this.operatorEnvironment);
    };
  }

  /**
   * Signs a person of the demo in.
   * @returns the access token for the API
   */
  signIn(email: string): Promise<string> {
    return fetchAccessToken({ issuer: this.identity.issuer, email });
  }

  /** The environment of an operator's command. */
  get operatorEnvironment(): Environment {
    return {
      ...this.environment,
      ...this.ownerEnvironment,
      METADATA_DATABASE_URL: this.addresses!.operatorMetadataUrl,
      PATH: process.env['PATH'],
    };
  }

  /** Describes what the processes logged about a request: the error, and how its time was spent. */
  explain(requestId: string): string {
    const lines = readdirSync(this.layout.logs)
      .flatMap((file) => readFileSync(join(this.layout.logs, file), 'utf8').split('\n'))
      .filter((line) => line.startsWith('{') && line.includes(requestId))
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const facts = lines.flatMap((line) =>
      EXPLAINING.filter((name) => line[name] !== undefined && line[name] !== null).map(
        (name) => `${name} ${JSON.stringify(line[name])}`,
      ),
    );
    return facts.join(', ') || 'not in the logs';
  }

  private start(tree: Tree, name: string, module: string, environment: Environment) {
    const service = startService({
      name,
      module: join(tree.root, 'dist', module),
      environment,
      logFile: join(this.layout.logs, `${name}.log`),
      print: (line) => void this.complaints.push(`${name}: ${line}`),
    });
    this.lifecycle.onClose(() => service.stop());
    return service;
  }
}
