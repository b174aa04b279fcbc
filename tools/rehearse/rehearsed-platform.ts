import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { REGISTRY } from '#app/app.module.js';
import { loadSettings } from '#app/config/settings.js';
import { migrateAll } from '#app/operations/migrate-all.js';
import { layoutOf, ensureFolder } from '../dev/files.ts';
import { startIdentityProvider } from '../dev/identity/identity-provider.ts';
import type { Lifecycle } from '../dev/lifecycle.ts';
import { admitLogins, prepareDatabases } from '../dev/postgres/databases.ts';
import { ensureMasterKey, loadSecrets } from '../dev/secrets.ts';
import type { PlatformSecrets } from '../dev/secrets.ts';
import { startService } from '../dev/service/service.ts';
import { platformEnvironment } from '../dev/settings.ts';
import { DEMO_CAST } from '../demo/cast/cast.ts';
import { seedDemo } from '../demo/seed.ts';
import type { DemoApiKeySecret } from '../demo/types.ts';
import type { ServerWithStandby } from './replicated-server.ts';

/** Requests go to one process after the other, as a load balancer sends them. */
const API_PROCESSES = 2;

/** The demo on replicated stores, with several processes. */
export interface RehearsedPlatform {
  readonly metadata: ServerWithStandby;
  readonly stores: ServerWithStandby;
  readonly apis: readonly string[];
  readonly apiKeys: readonly DemoApiKeySecret[];
  /** Runs a command of operators. @throws Error with its output if it fails */
  readonly operate: (...args: string[]) => Promise<void>;
}

/** Starts a server in a folder, which gets its standby later. */
export type StartServer = (folder: string, lifecycle: Lifecycle) => Promise<ServerWithStandby>;

/** Starts everything below a folder until the lifecycle ends. */
export async function startRehearsedPlatform(
  folder: string,
  lifecycle: Lifecycle,
  say: (line: string) => void,
  startServer: StartServer,
): Promise<RehearsedPlatform> {
  const layout = layoutOf(folder);
  ensureFolder(layout.logs);
  const secrets = loadSecrets(layout.secrets);
  ensureMasterKey(layout.masterKey);
  const [metadata, stores] = await Promise.all([
    startStore(startServer, join(folder, 'metadata'), secrets, lifecycle),
    startStore(startServer, join(folder, 'stores'), secrets, lifecycle),
  ]);
  say('a metadata store and tenant stores, each with a synchronous standby');

  const identity = await lifecycle.hold(startIdentityProvider({ accounts: [] }), (held) => held.stop());
  const values = {
    ...secrets,
    port: 0,
    host: '127.0.0.1',
    metadataUrl: metadata.addresses.metadataUrl,
    tenantStoreUrls: stores.addresses.tenantStoreUrls,
    identity,
    billing: null,
    mailServerUrl: null,
    masterKeyFile: layout.masterKey,
    filesDir: layout.files,
  };
  const environment = platformEnvironment(values, {});
  const apiKeys = await seedDemo({
    settings: loadSettings(REGISTRY.settings.service, environment),
    metadataOwnerUrl: metadata.addresses.migration.metadataOwnerUrl,
    cast: DEMO_CAST,
    apiKeySecretsFile: layout.apiKeys,
    log: () => undefined,
    now: new Date(),
  });

  const start = (name: string, module: string, env: typeof environment) => {
    const service = startService({
      name,
      module: fileURLToPath(new URL(`../../dist/${module}`, import.meta.url)),
      environment: env,
      logFile: join(layout.logs, `${name}.log`),
      print: () => undefined,
    });
    lifecycle.onClose(() => service.stop());
    return service;
  };
  const worker = start('worker', 'worker.js', {
    ...environment,
    METADATA_DATABASE_URL: metadata.addresses.workerMetadataUrl,
  });
  const processes = Array.from({ length: API_PROCESSES }, (_, index) =>
    start(`api-${index + 1}`, 'main.js', environment),
  );
  const listening = await Promise.all(processes.map((api) => api.message('listening')));
  await worker.message('ready');
  say(`${API_PROCESSES} API processes and a worker`);

  const forOperators = {
    ...environment,
    METADATA_DATABASE_URL: metadata.addresses.operatorMetadataUrl,
    PATH: process.env['PATH'],
  };
  return {
    metadata: metadata.server,
    stores: stores.server,
    apis: listening.map(({ port }) => `http://127.0.0.1:${Number(port)}`),
    apiKeys,
    // The addresses of the stores are served by this process, which must not block.
    operate: async (...args) => {
      const module = fileURLToPath(new URL('../../dist/operate.js', import.meta.url));
      await promisify(execFile)(process.execPath, [module, ...args], { env: forOperators });
    },
  };
}

/** @returns the server, and addresses that follow its primary */
async function startStore(
  startServer: StartServer,
  folder: string,
  secrets: PlatformSecrets,
  lifecycle: Lifecycle,
) {
  const server = await startServer(folder, lifecycle);
  const direct = await prepareDatabases(server.primary, secrets);
  await migrateAll(direct.migration, REGISTRY, () => undefined);
  await admitLogins(server.primary);
  const port = await server.addStandby();
  const following = (url: string): string => {
    const address = new URL(url);
    address.port = String(port);
    return address.href;
  };
  const each = (urls: ReadonlyMap<string, string>) =>
    new Map([...urls].map(([storeId, url]) => [storeId, following(url)] as const));
  return {
    server,
    addresses: {
      migration: { metadataOwnerUrl: following(direct.migration.metadataOwnerUrl) },
      metadataUrl: following(direct.metadataUrl),
      workerMetadataUrl: following(direct.workerMetadataUrl),
      operatorMetadataUrl: following(direct.operatorMetadataUrl),
      tenantStoreUrls: each(direct.tenantStoreUrls),
    },
  };
}
