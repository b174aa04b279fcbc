import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { SettingsError } from '../../config/environment-tables.js';
import { tenantKey } from '../../core/shared/auth-context.js';
import { TenantStatus, type ListedTenant } from '../../features/partner/tenants/tenant-status.service.js';
import { explanationOf } from '../../process.js';
import { oneOf, operation, type CommandContext } from '../options.js';
import {
  durationText,
  NO_LOAD,
  ORDERS,
  requestsOfTenants,
  sizeText,
  worstFirst,
  type Order,
  type TenantLoad,
  type TenantRequests,
} from './tenant-load.policy.js';
import { loadsOf } from './tenant-loads.js';

type Loads = ReadonlyMap<string, TenantLoad>;

interface Line {
  readonly tenant: ListedTenant;
  /** Null if its store did not answer, or may not be read. */
  readonly load: TenantLoad | null;
  readonly requests: TenantRequests | null;
}

/** Where each client is kept, how large and how busy it is. */
export const TENANT_LOAD_OPERATIONS = {
  tenants: operation({
    usage: `\
tenants      lists all clients, a line for each environment: store, calls, size and waiting work, worst first;
             with the settings of main, and for calls, size and work also those of migrate
  [--by ${ORDERS.join('|')}]   what comes first; default: the longest waiting work
  [--metrics ADDRESS,...]   GET /metrics of each process, for the requests since its start;
                            default: ADMIN_HOST and ADMIN_PORT, if set`,
    options: {
      by: { check: oneOf(ORDERS), fallback: 'work' },
      metrics: { check: addresses, fallback: null },
    },
    run: async ({ by, metrics }, context) => {
      const tenants = await (await context.app()).get(TenantStatus, { strict: false }).list();
      const [loads, requests] = await Promise.all([loadsOfStores(context), requestsIn(metrics, context)]);
      const lines: Line[] = tenants.map((tenant) => {
        const { client_id: clientId, data_env: dataEnv, store_id: storeId } = tenant;
        const key = dataEnv === null ? '' : tenantKey({ clientId, dataEnv });
        const ofStore = storeId === null ? new Map<string, TenantLoad>() : loads.get(storeId);
        return {
          tenant,
          load: ofStore === undefined ? null : (ofStore.get(key) ?? NO_LOAD),
          requests: requests?.get(key) ?? (requests && { requests: 0, failed: 0, seconds: 0 }),
        };
      });
      for (const line of lines.toSorted(worstFirst(by as Order))) context.result(textOf(line));
      return true;
    },
  }),
};

async function loadsOfStores({ owner, say, now }: CommandContext): Promise<ReadonlyMap<string, Loads>> {
  const loads = new Map<string, Loads>();
  const urls = ownedStores(owner, say);
  await Promise.all(
    [...urls].map(async ([storeId, url]) => {
      try {
        loads.set(storeId, await loadsOf(url, now));
      } catch (error) {
        say(`${storeId} is not read. ${explanationOf(error)}`);
      }
    }),
  );
  return loads;
}

function ownedStores(
  owner: CommandContext['owner'],
  say: CommandContext['say'],
): ReadonlyMap<string, string> {
  try {
    return owner().tenantStoreOwnerUrls;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    say('Calls, size and work are not known: they need the settings of migrate, TENANT_STORE_OWNER_URLS.');
    return new Map();
  }
}

function addresses(value: string): string | null {
  const areAll = value.split(',').every((it) => URL.canParse(it) && new URL(it).protocol === 'http:');
  return areAll ? null : 'must be http:// addresses, separated by commas';
}

async function requestsIn(
  given: string | null,
  { settings, say }: CommandContext,
): Promise<ReadonlyMap<string, TenantRequests> | null> {
  const { host, port } = settings().admin;
  const own = port === 0 ? null : `http://${host}:${port}/metrics`;
  const asked = (given ?? own)?.split(',') ?? [];
  const texts = await Promise.all(
    asked.map((address) =>
      metricsAt(address).catch((error: Error) => {
        say(`${address} returns no metrics: ${(error as NodeJS.ErrnoException).code ?? error.name}`);
        return '';
      }),
    ),
  );
  return asked.length === 0 ? null : requestsOfTenants(texts.join('\n'));
}

const METRICS_MS = 5_000;

const metricsAt = (address: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(address, { signal: AbortSignal.timeout(METRICS_MS) }, (response) => {
      text(response).then(resolve, reject);
    }).on('error', reject);
  });

const UNKNOWN = '-';

/** A tenant on one line; the name, which may contain spaces, comes last. */
const textOf = ({ tenant, load, requests }: Line): string =>
  [
    tenant.client_id,
    (tenant.data_env ?? UNKNOWN).padEnd(7),
    tenant.status.padEnd(12),
    `store ${tenant.store_id ?? UNKNOWN}`,
    `calls ${load === null ? UNKNOWN : `${load.calls} (${load.callsOfDay} in 24 h)`}`,
    `size ${load === null ? UNKNOWN : sizeText(load.bytes)}`,
    `work ${load === null ? UNKNOWN : workText(load)}`,
    `requests ${requests === null ? UNKNOWN : requestsText(requests)}`,
    `of ${tenant.owners.join(',') || UNKNOWN}`,
    tenant.timezone,
    tenant.business_name,
  ].join('  ');

const workText = ({ due, oldestDueSeconds, dead }: TenantLoad): string =>
  `${due > 0 ? `${due} (oldest ${durationText(oldestDueSeconds)})` : '0'}${dead > 0 ? `, ${dead} dead` : ''}`;

const requestsText = ({ requests, failed, seconds }: TenantRequests): string =>
  `${requests} (${failed} failed, ${seconds.toFixed(1)} s)`;
