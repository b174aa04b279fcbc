import { rmSync } from 'node:fs';
import { platformEnvironment } from './settings.ts';
import type { DevSettings } from './settings.ts';
import { REGISTRY } from '#app/app.module.js';
import { loadSettings } from '#app/config/settings.js';
import { migrateAll } from '#app/operations/migrate-all.js';
import { lockDataDir } from './postgres/data-dir-lock.ts';
import { admitLogins, prepareDatabases } from './postgres/databases.ts';
import { describeDemo } from './demo-file.ts';
import { DEMO_CAST } from '../demo/cast/cast.ts';
import { configureDemo, deskKeys } from '../demo/configure.ts';
import { numberToTry } from '../demo/public-demo.ts';
import { prepareRehearsal, REHEARSAL_TENANT } from '../demo/rehearsal.ts';
import { countUsage } from '../demo/usage.ts';
import { demoTickets } from '../demo/tickets.ts';
import { demoWebhooks } from '../demo/webhooks.ts';
import { fetchAccessToken } from './identity/access-token.ts';
import { unlessRefused } from '../demo/sender.ts';
import { seedDemo } from '../demo/seed.ts';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { ensureFolder, layoutOf, StartError, writePrivateFile } from './files.ts';
import type { Lifecycle } from './lifecycle.ts';
import { startLocalServers } from './local-servers.ts';
import { endOrphanedServices } from './service/orphaned-services.ts';
import { isPortTaken } from './ports.ts';
import { patiently } from './processes.ts';
import { ensureMasterKey, loadSecrets } from './secrets.ts';
import { Services } from './service/services.ts';

/**
 * The newcomer's platform: database, identity provider, demo data, API and worker on one data
 * directory.
 */
export class Platform {
  private readonly layout: ReturnType<typeof layoutOf>;
  private readonly services: Services;

  private readonly settings: DevSettings;
  private readonly lifecycle: Lifecycle;
  private readonly progress: (message: string) => void;
  private readonly warn: (line: string) => void;
  private readonly watches: boolean;

  /** @param watches whether edits of the sources restart processes (`npm run dev`) */
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
    this.services = new Services({ settings, lifecycle, progress, warn, layout: this.layout });
  }

  /**
   * Starts everything, and returns only by throwing: when a part ends, or when a stop is requested.
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
    const servers = await startLocalServers(layout, lifecycle, progress);
    const { identity, billing, mail, receiver, names } = servers;
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
      nameServer: names.address,
      masterKeyFile: layout.masterKey,
      filesDir: layout.files,
    };
    const environment = platformEnvironment(values);
    const { metadataOwnerUrl, tenantStoreOwnerUrls } = databases.migration;
    const forOperators = {
      ...platformEnvironment({ ...values, metadataUrl: databases.operatorMetadataUrl }, {}),
      METADATA_OWNER_URL: metadataOwnerUrl,
      TENANT_STORE_OWNER_URLS: JSON.stringify(Object.fromEntries(tenantStoreOwnerUrls)),
    };
    writePrivateFile(layout.environment, JSON.stringify(forOperators, null, 2));
    const forWorker = { ...environment, METADATA_DATABASE_URL: databases.workerMetadataUrl };
    const settingsOfWorker = loadSettings(REGISTRY.settings.service, forWorker);
    const since = new Date();
    const apiKeys = await lifecycle.waitFor(
      seedDemo(
        {
          settings: loadSettings(REGISTRY.settings.service, environment),
          metadataOwnerUrl,
          cast: DEMO_CAST,
          apiKeySecretsFile: layout.apiKeys,
          log: progress,
          now: since,
        },
        { worker: settingsOfWorker, tell: this.warn },
      ),
    );
    progress('demo data is in place');

    const port = this.watches
      ? await this.services.startAndFollow(environment, forWorker)
      : await this.services.start(environment, forWorker);
    const baseUrl = `http://localhost:${port}`;
    const prepare = (part: () => Promise<void>) => lifecycle.waitFor(unlessRefused(part, this.warn));
    const configured = async () => {
      await prepare(() => configureDemo({ baseUrl, keyOf: deskKeys(apiKeys) }));
      const keyOfStaging = deskKeys(apiKeys, REHEARSAL_TENANT);
      await prepare(() => prepareRehearsal({ baseUrl, keyOf: keyOfStaging }));
      const tokenOf = (email: string) => fetchAccessToken({ issuer: identity.issuer, email });
      await prepare(() => demoTickets({ baseUrl, tokenOf }));
      await prepare(() => demoWebhooks({ baseUrl, apiKeys, receiverUrl: receiver.url, since }));
    };
    const counted = lifecycle.waitFor(countUsage(settingsOfWorker));
    await Promise.all([patiently('the demo to be set up', configured(), progress), counted]);
    await this.services.startVoiceRuntimes(baseUrl, apiKeys);
    writePrivateFile(
      layout.demo,
      `${JSON.stringify(describeDemo(baseUrl, servers, DEMO_CAST, apiKeys), null, 2)}\n`,
    );
    progress(`keys and users: ${layout.demo}`);
    const { isDefaultDataDir, dataDir } = this.settings;
    const inDataDir = isDefaultDataDir ? '' : `DATA_DIR='${dataDir}' `;
    progress(`a token: ${inDataDir}npm run -s token -- ${DEMO_CAST.users[0]?.email}`);
    const now = new Date();
    const { number, from } = numberToTry(now);
    const hint = `try ${number}, which is fiction`;
    const when = from <= now ? '' : `, from ${from.toISOString().slice(0, 16).replace('T', ' ')} UTC on`;
    progress(`public demo: ${baseUrl}/demo, ${hint}${when}`);
    progress(`portal: open ${baseUrl}/ and no other name of this machine`);
    process.stdout.write(`ready ${baseUrl}\n`);

    const ended = await lifecycle.waitFor(
      Promise.race([
        ...(this.watches ? [] : [this.services.ended()]),
        server.exited.then(() => 'PostgreSQL ended by itself'),
      ]),
    );
    throw new StartError(`${ended} (logs are in ${layout.logs}).`);
  }

  /** Ends the API and the worker without waiting for requests in progress. */
  killServices(): void {
    this.services.kill();
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
    // `localhost` may resolve to either loopback address, so another process on either one is a
    // conflict.
    for (const address of port === 0 ? [] : new Set([host, '127.0.0.1', '::1'])) {
      if (await isPortTaken(port, address)) {
        throw new StartError(
          `Port ${port} is in use by another program: stop it, or choose another with PORT.`,
        );
      }
    }
  }
}
