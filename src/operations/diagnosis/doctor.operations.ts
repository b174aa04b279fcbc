import { SettingsError } from '../../config/environment-tables.js';
import type { OwnerSettings, Settings } from '../../config/settings.js';
import { PepperCheck } from '../../core/auth/api-keys/pepper-check.js';
import { MetadataHealth } from '../../core/database/metadata/metadata-health.js';
import { StoreRegistry } from '../../core/database/stores/store-registry.js';
import { KeyHealth } from '../../core/privacy/keys/key-health.js';
import { Scanner } from '../../core/scanner/scanner.js';
import { reasonOf } from '../../core/shared/platform-error.js';
import { Clock } from '../../core/time/clock.js';
import { TenantMoves } from '../../features/tenant-moves/progress/moves.service.js';
import { explanationOf } from '../../process.js';
import { APP_ROLE, METADATA_ROLES } from '../migrate-all.js';
import { operation, type CommandContext } from '../options.js';
import { factsOf, type Examined } from './doctor/database-facts.js';
import { findingsOf, summaryOf, type Finding } from './doctor/database-findings.policy.js';
import { movingStore } from './doctor/move-facts.js';
import { moveFindings, movesSummary } from './doctor/move-findings.policy.js';
import { publicAddress } from './doctor/public-address.js';
import { directoryFindings, filesOf, scannerKind } from './doctor/surroundings.js';

/** One part of a deployment: its line and its faults. */
interface Part {
  readonly name: string;
  readonly summary: string;
  readonly findings: readonly Finding[];
}

// A worker needs these in addition to its pools: docs/operations.md, "Connections".
const QUEUE_CONNECTIONS = 5;
const LISTENERS = 1;

/** Looks for faults of a deployment. */
export const DOCTOR_OPERATIONS = {
  doctor: operation({
    usage: `\
doctor       examines the deployment: settings, keys, and of each store version, schema, clock, roles, replication,
             connections, certificates and waiting work; moves of clients. A line for each part, and one for each fault with its remedy.
             With the settings of main and of migrate. Exit status 1 if anything is wrong.`,
    options: {},
    run: async (_, context) => {
      let wrong = 0;
      for (const { name, summary, findings } of await examine(context)) {
        wrong += findings.length;
        if (summary !== '')
          context.result(`${findings.length === 0 ? 'ok   ' : 'look '}  ${name}  ${summary}`);
        for (const { what, remedy } of findings) context.result(`wrong  ${name}  ${what}. ${remedy}`);
      }
      context.say(wrong === 0 ? 'Nothing is wrong.' : `Wrong: ${wrong}.`);
      return wrong === 0;
    },
  }),
};

async function examine(context: CommandContext): Promise<readonly Part[]> {
  const settings = readSettings(context.settings);
  const owner = readSettings(context.owner);
  const problems = [...settings.findings, ...owner.findings];
  const versions = `service ${settings.values?.version ?? '-'}, Node ${process.versions.node}, zone data ${process.versions.tz}`;
  const here: Part = { name: 'this machine', summary: versions, findings: problems };
  if (settings.values === null || owner.values === null) return [here];
  const { metadata: ofMetadata, tenantStores: ofStores } = settings.values;
  const stores = [
    database(context, 'metadata store', metadataOf(context, owner.values), {
      connections: ofMetadata.poolMax + QUEUE_CONNECTIONS,
    }),
    ...[...owner.values.tenantStoreOwnerUrls].map(([storeId, url]) =>
      database(context, `store ${storeId}`, storeOf(context, url), {
        connections: ofStores.poolMax + LISTENERS,
      }),
    ),
  ];
  const [metadata, ...tenantStores] = await Promise.all(stores);
  return [
    here,
    metadata!,
    ...tenantStores,
    await files(settings.values),
    { name: 'public address', ...(await publicAddress(settings.values.portal.url, context.now)) },
    ...(metadata!.summary === '' ? [] : await service(context, settings.values, owner.values)),
  ];
}

function readSettings<T>(read: () => T): { values: T | null; findings: readonly Finding[] } {
  try {
    return { values: read(), findings: [] };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const remedy = 'Correct the setting; .env.example describes it.';
    return { values: null, findings: error.problems.map((what) => ({ what, remedy })) };
  }
}

const metadataOf = ({ registry }: CommandContext, owner: OwnerSettings): Examined => ({
  url: owner.metadataOwnerUrl,
  isTenantStore: false,
  groups: METADATA_ROLES,
  migrations: registry.schema('metadata').migrations,
});

const storeOf = ({ registry }: CommandContext, url: string): Examined => ({
  url,
  isTenantStore: true,
  groups: [APP_ROLE],
  migrations: registry.schema('tenant').migrations,
});

/** A database as its owner sees it; without a summary if it does not answer. */
async function database(
  { now }: CommandContext,
  name: string,
  examined: Examined,
  { connections }: { connections: number },
): Promise<Part> {
  try {
    const facts = await factsOf(examined, new Clock());
    return { name, summary: summaryOf(facts), findings: findingsOf(facts, { connections, now }) };
  } catch (error) {
    const remedy = "Look at the server's log, and at the address in the settings of migrate.";
    return {
      name,
      summary: '',
      findings: [{ what: `It cannot be examined: ${explanationOf(error).replace(/\.$/, '')}`, remedy }],
    };
  }
}

async function files(settings: Settings): Promise<Part> {
  const name = 'stored files';
  try {
    return { name, ...(await filesOf(settings)) };
  } catch (error) {
    const what = `FILES_DIR cannot be examined (${(error as NodeJS.ErrnoException).code ?? 'no code'})`;
    return {
      name,
      summary: '',
      findings: [{ what, remedy: 'Mount the folder where main and worker see it.' }],
    };
  }
}

/** The service as `main` finds it: its logins, its keys, its routes. */
async function service(
  context: CommandContext,
  settings: Settings,
  owner: OwnerSettings,
): Promise<readonly Part[]> {
  const app = await context.app();
  const storeIds = [...settings.tenantStores.urls.keys()];
  const registry = app.get(StoreRegistry, { strict: false });
  const login = (storeId: string) => ({
    remedy: `Check the login and the address of ${storeId} in TENANT_STORES: docs/operations.md, "Logins".`,
    check: async () => registry.get(storeId)?.ping(),
  });
  const logins = await failuresOf([
    {
      remedy: 'Check METADATA_DATABASE_URL: docs/operations.md, "Logins".',
      check: () => app.get(MetadataHealth, { strict: false }).isWritable(),
    },
    ...storeIds.map(login),
  ]);
  const keys = await failuresOf([
    {
      remedy: 'Check KEY_PROVIDER and its key: docs/operations.md, "Keys and secrets".',
      check: () => app.get(KeyHealth, { strict: false }).check(),
    },
    {
      remedy: 'docs/operations.md, "Keys and secrets".',
      check: () => app.get(PepperCheck, { strict: false }).check(),
    },
  ]);
  const unowned = storeIds.filter((storeId) => !owner.tenantStoreOwnerUrls.has(storeId));
  const unread = unowned.map((storeId) => ({
    what: `The store ${storeId} is in TENANT_STORES and not in TENANT_STORE_OWNER_URLS, so it was not examined`,
    remedy: 'Add it: migrate leaves it out, too.',
  }));
  const routes = await directoryFindings(owner.metadataOwnerUrl, storeIds, context.now);
  return [
    { name: 'logins', summary: `${storeIds.length + 1} connect`, findings: [...logins, ...unread] },
    { name: 'keys', summary: settings.keyProvider.kind, findings: keys },
    { name: 'directory', summary: 'routes and keys of runtimes', findings: routes },
    await scanner(settings, app.get(Scanner, { strict: false })),
    await moves(context, owner),
  ];
}

async function scanner(settings: Settings, proven: Scanner): Promise<Part> {
  const name = 'scanner';
  const kind = scannerKind(settings);
  if (kind === 'none') return { name, summary: 'none, so no files are accepted', findings: [] };
  const fault = await proven.fault();
  const remedy = 'docs/operations.md, "Scanner of files".';
  const findings = fault === null ? [] : [{ what: `No file is accepted: ${fault}`, remedy }];
  return { name, summary: kind, findings };
}

/** Open moves of clients, and what moves have left in the stores. */
async function moves(context: CommandContext, owner: OwnerSettings): Promise<Part> {
  const all = await (await context.app()).get(TenantMoves, { strict: false }).all();
  const open = all.filter((move) => move.ended_at === null);
  const stores = await Promise.all(
    [...owner.tenantStoreOwnerUrls].map(([storeId, url]) => movingStore(storeId, url, open)),
  );
  return {
    name: 'moves',
    summary: movesSummary(open.length, stores.flat()),
    findings: moveFindings(open, stores.flat(), context.now),
  };
}

async function failuresOf(
  checks: readonly { readonly remedy: string; readonly check: () => Promise<unknown> }[],
): Promise<readonly Finding[]> {
  const failures = await Promise.all(
    checks.map(({ remedy, check }) =>
      check().then(
        () => null,
        (error: unknown) => ({ what: reasonOf(error).replace(/\.$/, ''), remedy }),
      ),
    ),
  );
  return failures.filter((failure) => failure !== null);
}
