import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { loadSettings } from './config/settings.js';
import { createLog, NestLog } from './core/observability/logging.js';
import { TenantRoutes } from './core/tenancy/tenant-routes.service.js';
import { CallRollup } from './features/calls/rollup/call-rollup.service.js';
import { readOptions, runProcess, UsageError } from './process.js';

const USAGE = 'Usage: rollup [--backfill | --rebuild] [--client ID] [--env prod|staging|dev]';

// One tenant after another, each until it is done; as a bound that no store of a size we know comes near.
const LONGEST_MS = 12 * 3_600_000;

// Brings the hourly sums up to date. --backfill first looks for hours without sums, --rebuild sums up every hour anew.
await runProcess('rollup', async () => {
  const { values } = readOptions(USAGE, () =>
    parseArgs({
      options: {
        backfill: { type: 'boolean', default: false },
        rebuild: { type: 'boolean', default: false },
        client: { type: 'string' },
        env: { type: 'string' },
      },
    }),
  );
  const settings = loadSettings();
  const app = await NestFactory.createApplicationContext(AppModule.with(settings), {
    logger: new NestLog(createLog('warn')),
    abortOnError: false,
  });
  const rollup = app.get(CallRollup);
  const tenants = (await app.get(TenantRoutes).all()).filter(
    ({ clientId, dataEnv }) =>
      (values.client ?? clientId) === clientId && (values.env ?? dataEnv) === dataEnv,
  );
  if (tenants.length === 0) {
    await app.close();
    throw new UsageError('No client of that name and environment has a store.');
  }
  for (const tenant of tenants) {
    if (values.rebuild) await rollup.markAll(tenant);
    else if (values.backfill) await rollup.markMissing(tenant);
    const hours = await rollup.refresh(tenant, LONGEST_MS);
    process.stdout.write(`${tenant.clientId} ${tenant.dataEnv}: ${hours} hours summed up\n`);
  }
  await app.close();
});
