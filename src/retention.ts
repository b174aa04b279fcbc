import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { loadMigrationSettings } from './config/settings.js';
import { tenantDataSourceOptions } from './core/tenancy/data-source-options.js';
import { Clock } from './core/time/clock.js';
import { applyRetention, planRetention } from './features/calls/retention/call-retention.js';
import type { OwnedStore } from './features/calls/retention/call-retention.js';
import { keptFrom } from './features/calls/retention/retention.policy.js';
import { readOptions, runProcess, UsageError } from './process.js';

const USAGE = 'Usage: retention [--dry-run] [--keep-months N]';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Drops months of calls that are past their retention, store by store; to be run once a month.
await runProcess('retention', async () => {
  const { values } = readOptions(USAGE, () =>
    parseArgs({
      options: { 'dry-run': { type: 'boolean', default: false }, 'keep-months': { type: 'string' } },
    }),
  );
  const settings = loadMigrationSettings();
  const months = Number(values['keep-months'] ?? settings.callRetentionMonths);
  if (!Number.isInteger(months) || months < 1) {
    throw new UsageError(`--keep-months takes a whole number from 1.\n${USAGE}`);
  }
  const since = keptFrom(new Clock().now(), months);
  for (const [storeId, url] of settings.tenantStoreOwnerUrls) {
    const source = await new DataSource(tenantDataSourceOptions(url)).initialize();
    try {
      const store = ownedStore(source);
      const plan = await planRetention(store, since);
      say(`${storeId}: calls since ${since.toISOString().slice(0, 10)} are kept`);
      for (const { label, calls, bytes } of plan.months) {
        say(`  past it: ${label}, about ${calls} calls, ${Math.ceil(bytes / 1024 / 1024)} MiB`);
      }
      if (plan.months.length === 0) say('  no month is past it');
      if (!values['dry-run']) await applyRetention(store, since, plan, (line) => say(`  ${line}`));
    } finally {
      await source.destroy();
    }
  }
  if (values['dry-run']) say('Nothing was changed: this was a dry run.');
});

function ownedStore(source: DataSource): OwnedStore {
  return {
    query: (text, values) => source.query(text, values && [...values]),
    transaction: (work) =>
      source.transaction((manager) => work((text, values) => manager.query(text, values && [...values]))),
  };
}
