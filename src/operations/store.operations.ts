import { DataSource, type DataSourceOptions } from 'typeorm';
import { DATA_ENVS } from '../core/shared/auth-context.js';
import { settingsOf } from '../config/settings.js';
import { tenantDataSourceOptions } from '../core/database/stores/data-source-options.js';
import { TenantRoutes } from '../core/database/stores/tenant-routes.service.js';
import { vacuumErased } from '../features/calls/caller-data/vacuum-erased.js';
import { CALL_RETENTION_SETTINGS } from '../features/calls/calls.settings.js';
import { applyRetention, keptWithHolds, planRetention } from '../features/calls/retention/call-retention.js';
import type { OwnedStore } from '../features/calls/retention/call-retention.js';
import { keptFrom } from '../features/calls/retention/retention.policy.js';
import { CallRollup } from '../features/calls/rollup/call-rollup.service.js';
import { vacuumErasedContacts } from '../features/campaigns/erasure/vacuum-erased-contacts.js';
import { UsageError } from '../process.js';
import { ID } from './client-options.js';
import { matching, oneOf, operation } from './options.js';
import { HOUR_MS } from '../core/time/wall-clock.policy.js';

// One tenant after another, each until it is done; a limit far above the need of any known store.
const LONGEST_ROLLUP_MS = 12 * HOUR_MS;

/** Operators' commands for stores as a whole. */
export const STORE_OPERATIONS = {
  retention: operation({
    usage: `\
retention    drops months of calls that are past CALL_RETENTION_MONTHS, with the settings of migrate
  [--dry-run]               only lists them, with their sizes
  [--keep-months N]         instead of the setting`,
    options: {
      'dry-run': { flag: true },
      'keep-months': { check: matching(/^[1-9]\d{0,5}$/, 'must be a whole number from 1'), fallback: null },
    },
    run: async (values, { result, registry, owner, now }) => {
      const settings = owner();
      const { CALL_RETENTION_MONTHS } = settingsOf(settings, CALL_RETENTION_SETTINGS);
      const wanted = keptFrom(now, Number(values['keep-months'] ?? CALL_RETENTION_MONTHS));
      for (const [storeId, url] of settings.tenantStoreOwnerUrls) {
        await asOwner(tenantDataSourceOptions(url, registry.schema('tenant')), async (source) => {
          const store = ownedStore(source);
          const since = await keptWithHolds(store, wanted);
          const plan = await planRetention(store, since);
          result(`${storeId}: calls since ${since.toISOString().slice(0, 10)} are kept`);
          if (since < wanted) result('  a call of that month is under legal hold');
          for (const { label, calls, bytes } of plan.months) {
            result(`  older: ${label}, about ${calls} calls, ${Math.ceil(bytes / 1024 / 1024)} MiB`);
          }
          if (plan.months.length === 0) result('  no month is older');
          if (!values['dry-run']) await applyRetention(store, since, plan, (line) => result(`  ${line}`));
        });
      }
      if (values['dry-run']) result('Nothing was changed: this was a dry run.');
      return true;
    },
  }),

  'vacuum-erased': operation({
    usage: `\
vacuum-erased  removes the row versions that erasures of callers' data have left, with the settings of migrate`,
    options: {},
    run: async (_values, { result, registry, owner }) => {
      for (const [storeId, url] of owner().tenantStoreOwnerUrls) {
        await asOwner(tenantDataSourceOptions(url, registry.schema('tenant')), async (source) => {
          const log = (line: string): void => result(`${storeId}: ${line}`);
          await vacuumErased(ownedStore(source), log);
          await vacuumErasedContacts(ownedStore(source), log);
        });
      }
      return true;
    },
  }),

  rollup: operation({
    usage: `\
rollup       updates the hourly sums of all clients, or of those given
  [--backfill]              first finds hours with calls and without sums
  [--rebuild]               sums up every hour again
  [--client ID]  [--env ENV]`,
    options: {
      backfill: { flag: true },
      rebuild: { flag: true },
      client: { check: ID, fallback: null },
      env: { check: oneOf(DATA_ENVS), fallback: null },
    },
    run: async ({ backfill, rebuild, client, env }, { result, app: service }) => {
      const app = await service();
      const rollup = app.get(CallRollup, { strict: false });
      const tenants = (await app.get(TenantRoutes, { strict: false }).all()).filter(
        ({ clientId, dataEnv }) => (client ?? clientId) === clientId && (env ?? dataEnv) === dataEnv,
      );
      if (tenants.length === 0) throw new UsageError('No such client has a store in this environment.');
      for (const tenant of tenants) {
        if (rebuild) await rollup.markAll(tenant);
        else if (backfill) await rollup.markMissing(tenant);
        const hours = await rollup.refresh(tenant, LONGEST_ROLLUP_MS);
        result(`${tenant.clientId} ${tenant.dataEnv}: ${hours} hours summed`);
      }
      return true;
    },
  }),
};

async function asOwner(
  options: DataSourceOptions,
  work: (source: DataSource) => Promise<void>,
): Promise<void> {
  const source = await new DataSource(options).initialize();
  try {
    await work(source);
  } finally {
    await source.destroy();
  }
}

function ownedStore(source: DataSource): OwnedStore {
  return {
    query: (text, values) => source.query(text, values && [...values]),
    transaction: (work) =>
      source.transaction((manager) => work((text, values) => manager.query(text, values && [...values]))),
  };
}
