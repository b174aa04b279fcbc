import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule, REGISTRY } from './app.module.js';
import { asMemberOf, loadMigrationSettings, loadSettings, type Settings } from './config/settings.js';
import { createLog, NestLog } from './core/observability/logging.js';
import { Clock } from './core/time/clock.js';
import { OperationsModule } from './operations/operations.module.js';
import { readCommand, usageOf } from './operations/operations.js';
import { runProcess } from './process.js';

// A reader such as `| head` may close the output early; the command still runs to its end.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

// Runs one command of an operator: partners and their keys, retention, sums. `--help` shows all
// commands, or after a command only that one.
await runProcess('operate', async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return void process.stdout.write(usageOf(args[0] ?? ''));
  const now = new Clock().now();
  const settings = (): Settings =>
    asMemberOf('telephony_operations', loadSettings(REGISTRY.settings.service));
  const command = readCommand(args, {
    now,
    get storeIds() {
      return [...settings().tenantStores.urls.keys()];
    },
  });
  let app: INestApplicationContext | null = null;
  try {
    const done = await command.run({
      result: (line) => void process.stdout.write(`${line}\n`),
      say: (line) => void process.stderr.write(`${line}\n`),
      app: async () => (app ??= await startService(settings())),
      settings,
      owner: () => loadMigrationSettings(REGISTRY.settings.owner),
      registry: REGISTRY,
      now,
    });
    if (!done) process.exitCode = 1;
  } finally {
    await (app as INestApplicationContext | null)?.close();
  }
});

function startService(settings: Settings): Promise<INestApplicationContext> {
  // The metrics port belongs to the API.
  const own = { ...settings, admin: { ...settings.admin, port: 0 } };
  return NestFactory.createApplicationContext(
    { module: OperationsModule, imports: [AppModule.with(own)] },
    // Standard output contains only the result.
    { logger: new NestLog(createLog('warn', process.stderr)), abortOnError: false },
  );
}
