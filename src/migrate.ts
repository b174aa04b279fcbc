import 'reflect-metadata';
import { REGISTRY } from './app.module.js';
import { loadMigrationSettings } from './config/settings.js';
import { runProcess } from './process.js';
import { migrateAll } from './operations/migrate-all.js';
import { checkMigrations } from './operations/migration-check/check-migrations.js';
import { readMigrateOptions } from './operations/migration-check/options.js';

// Brings every store to the newest schema, then exits; run it before a new version of the service
// starts. With --check it only prints what it would do.
await runProcess('migrate', async () => {
  const limits = readMigrateOptions(process.argv.slice(2));
  const settings = loadMigrationSettings(REGISTRY.settings.owner);
  const say = (message: string): void => void process.stdout.write(`${message}\n`);
  if (limits === null) await migrateAll(settings, REGISTRY, say);
  else if (!(await checkMigrations(settings, REGISTRY, limits, say))) process.exitCode = 1;
});
