import 'reflect-metadata';
import { REGISTRY } from './app.module.js';
import { loadMigrationSettings } from './config/settings.js';
import { runProcess } from './process.js';
import { migrateAll } from './operations/migrate-all.js';

// Brings every store to the newest schema, then leaves; to be run before a new version of the
// service starts.
await runProcess('migrate', async () => {
  await migrateAll(loadMigrationSettings(REGISTRY.settings.owner), REGISTRY, (message) =>
    process.stdout.write(`${message}\n`),
  );
});
