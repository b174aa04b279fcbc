import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AdminModule } from './admin/admin.module.js';
import { loadMigrationSettings, loadSettings } from './config/settings.js';
import { metadataDataSourceOptions } from './core/metadata/data-source-options.js';
import { createLog, NestLog } from './core/observability/logging.js';
import { sealConfigurations } from './features/workspace/configuration/reseal.js';
import { SealedSections } from './features/workspace/configuration/sealed-sections.service.js';
import { readOptions, runProcess } from './process.js';

const USAGE = 'Usage: seal-configurations';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Seals personal data of configurations that older versions stored in clear; to be run once, after the last process of
// such a version is gone. With the settings of main, for its keys, and of migrate, for the role that owns the tables.
await runProcess('seal-configurations', async () => {
  readOptions(USAGE, () => parseArgs({ options: {} }));
  const settings = loadSettings();
  const { metadataOwnerUrl } = loadMigrationSettings();
  // The metrics port belongs to the API.
  const own = { ...settings, admin: { ...settings.admin, port: 0 } };
  const app = await NestFactory.createApplicationContext(AdminModule.with(own), {
    logger: new NestLog(createLog('warn', process.stderr)),
    abortOnError: false,
  });
  const owner = new DataSource(metadataDataSourceOptions(metadataOwnerUrl));
  try {
    await owner.initialize();
    const store = { query: (text: string, values: readonly unknown[]) => owner.query(text, [...values]) };
    await sealConfigurations(app.get(SealedSections, { strict: false }), store, say);
  } finally {
    if (owner.isInitialized) await owner.destroy();
    await app.close();
  }
});
