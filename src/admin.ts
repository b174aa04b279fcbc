import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AdminModule } from './admin/admin.module.js';
import { carryOut } from './admin/commands.js';
import { readCommand, USAGE } from './admin/options.js';
import { loadSettings } from './config/settings.js';
import { createLog, NestLog } from './core/observability/logging.js';
import { Clock } from './core/time/clock.js';
import { runProcess } from './process.js';

const result = (line: string): void => void process.stdout.write(`${line}\n`);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

// Sets up a deployment's partners and keys; run by hand with the settings of main.
await runProcess('admin', async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return result(USAGE);
  const settings = loadSettings();
  const storeIds = [...settings.tenantStores.urls.keys()];
  const command = readCommand(args, { storeIds, now: new Clock().now() });
  // The metrics port belongs to the API.
  const own = { ...settings, admin: { ...settings.admin, port: 0 } };
  const app = await NestFactory.createApplicationContext(AdminModule.with(own), {
    // Standard output is for what was asked for.
    logger: new NestLog(createLog('warn', process.stderr)),
    abortOnError: false,
  });
  try {
    if (!(await carryOut(app, command, { result, say }))) process.exitCode = 1;
  } finally {
    await app.close();
  }
});
