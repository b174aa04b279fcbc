import { join } from 'node:path';
import { REGISTRY } from '#app/app.module.js';
import { migrateAll } from '#app/operations/migrate-all.js';
import type { Lifecycle } from '../dev/lifecycle.ts';
import { admitLogins, prepareDatabases } from '../dev/postgres/databases.ts';
import type { DatabaseAddresses } from '../dev/postgres/databases.ts';
import type { EmbeddedServer } from '../dev/postgres/embedded-postgres.ts';
import type { PlatformSecrets } from '../dev/secrets.ts';
import type { DemoApiKeySecret } from '../demo/types.ts';
import { Deployment } from './deployment.ts';
import type { ServerWithStandby } from './replicated-server.ts';
import { PRESENT } from './tree.ts';

/** The demo on replicated stores, with several processes. */
export interface RehearsedPlatform {
  readonly metadata: ServerWithStandby;
  readonly stores: ServerWithStandby;
  readonly apis: readonly string[];
  readonly apiKeys: readonly DemoApiKeySecret[];
  readonly operate: (...args: string[]) => Promise<void>;
}

/** Starts a server in a folder; its standby follows later. */
export type StartServer = (folder: string, lifecycle: Lifecycle) => Promise<ServerWithStandby>;

/** Starts everything below a folder until the lifecycle ends. */
export async function startRehearsedPlatform(
  folder: string,
  lifecycle: Lifecycle,
  say: (line: string) => void,
  startServer: StartServer,
): Promise<RehearsedPlatform> {
  const deployment = await Deployment.begin(folder, lifecycle);
  const [metadata, stores] = await Promise.all([
    startStore(startServer, join(folder, 'metadata'), deployment.secrets, lifecycle),
    startStore(startServer, join(folder, 'stores'), deployment.secrets, lifecycle),
  ]);
  deployment.useDatabases(together(metadata.addresses, stores.addresses));
  say('a metadata store and tenant stores, each with a synchronous standby');

  const apiKeys = await deployment.plant(PRESENT);
  const worker = deployment.startWorker(PRESENT, 'worker');
  const apis = await Promise.all([1, 2].map((number) => deployment.startApi(PRESENT, `api-${number}`)));
  await worker;
  say(`${apis.length} API processes and a worker`);
  return {
    metadata: metadata.server,
    stores: stores.server,
    apis: apis.map(({ url }) => url),
    apiKeys,
    operate: deployment.operateWith(PRESENT),
  };
}

/** The metadata store of one server, and the tenant stores of another. */
export const together = (metadata: DatabaseAddresses, stores: DatabaseAddresses): DatabaseAddresses => ({
  ...metadata,
  migration: {
    metadataOwnerUrl: metadata.migration.metadataOwnerUrl,
    tenantStoreOwnerUrls: stores.migration.tenantStoreOwnerUrls,
  },
  tenantStoreUrls: stores.tenantStoreUrls,
});

/** The same databases at another port. */
export function behind(port: number, addresses: DatabaseAddresses): DatabaseAddresses {
  const moved = (url: string): string => Object.assign(new URL(url), { port: String(port) }).href;
  const each = (urls: ReadonlyMap<string, string>) =>
    new Map([...urls].map(([storeId, url]) => [storeId, moved(url)] as const));
  return {
    migration: {
      metadataOwnerUrl: moved(addresses.migration.metadataOwnerUrl),
      tenantStoreOwnerUrls: each(addresses.migration.tenantStoreOwnerUrls),
    },
    metadataUrl: moved(addresses.metadataUrl),
    workerMetadataUrl: moved(addresses.workerMetadataUrl),
    operatorMetadataUrl: moved(addresses.operatorMetadataUrl),
    tenantStoreUrls: each(addresses.tenantStoreUrls),
  };
}

/** Creates the databases, roles and logins of a new server. */
export async function prepareServer(
  server: EmbeddedServer,
  secrets: PlatformSecrets,
): Promise<DatabaseAddresses> {
  const addresses = await prepareDatabases(server, secrets);
  await migrateAll(addresses.migration, REGISTRY, () => undefined);
  await admitLogins(server);
  return addresses;
}

/** @returns the server, and addresses that follow its primary */
async function startStore(
  startServer: StartServer,
  folder: string,
  secrets: PlatformSecrets,
  lifecycle: Lifecycle,
) {
  const server = await startServer(folder, lifecycle);
  const direct = await prepareServer(server.primary, secrets);
  return { server, addresses: behind(await server.addStandby(), direct) };
}
