import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { admitLogins, prepareDatabases } from '../../tools/dev/postgres/databases.ts';
import type { DatabaseAddresses } from '../../tools/dev/postgres/databases.ts';
import { startEmbeddedPostgres } from '../../tools/dev/postgres/embedded-postgres.ts';
import type { EmbeddedServer } from '../../tools/dev/postgres/embedded-postgres.ts';
import { loadSecrets } from '../../tools/dev/secrets.ts';
import { REGISTRY } from '../../src/app.module.js';
import { migrateAll } from '../../src/operations/migrate-all.js';
import type { TestDatabases } from './databases.js';
import { scratchFolder } from './scratch.js';

// Committed data is in the server's log when it dies.
const SETTINGS = { synchronous_commit: 'on' };

/**
 * A PostgreSQL server of a test's own with the tenants' stores, which may die: the one that tests
 * share may not.
 */
export class StoreServer {
  private constructor(
    private readonly folder: string,
    private readonly addresses: DatabaseAddresses,
    private readonly first: EmbeddedServer,
    private running: EmbeddedServer,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** @param own server settings that extend or replace ours */
  static async start(own: Readonly<Record<string, string>> = {}): Promise<StoreServer> {
    const settings = { ...SETTINGS, ...own };
    const folder = await scratchFolder();
    chmodSync(folder, 0o755);
    const server = await startEmbeddedPostgres({ dataDir: folder, fast: true, settings });
    const addresses = await prepareDatabases(server, loadSecrets(join(folder, 'secrets.json')));
    await migrateAll(addresses.migration, REGISTRY, () => undefined);
    await admitLogins(server);
    return new StoreServer(folder, addresses, server, server, settings);
  }

  /** These databases, with the stores of this server instead of their own. */
  instead(databases: TestDatabases): TestDatabases {
    const { tenantStoreUrls } = this.addresses;
    const asSuperuser = (url: string): string => this.first.superuserUrl(new URL(url).pathname.slice(1));
    return {
      ...databases,
      storeUrls: tenantStoreUrls,
      superuser: {
        ...databases.superuser,
        storeUrls: new Map([...tenantStoreUrls].map(([storeId, url]) => [storeId, asSuperuser(url)])),
      },
    };
  }

  /** With the login that owns the databases, like `migrate`. */
  get ownerUrls(): ReadonlyMap<string, string> {
    return this.addresses.migration.tenantStoreOwnerUrls;
  }

  /**
   * Ends all of its processes at once, like a failed host, and starts it again at its address: it
   * recovers committed data.
   */
  async killAndStart(): Promise<void> {
    await this.running.stop(true);
    const settings = { ...this.settings, port: String(this.first.port) };
    this.running = await startEmbeddedPostgres({ dataDir: this.folder, fast: true, settings });
  }

  async remove(): Promise<void> {
    await this.running.stop(true);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
