import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { AppModule, REGISTRY } from '#app/app.module.js';
import { callersPage } from './callers-page.ts';
import { writeDashboards } from './grafana.ts';
import { decisionsPage } from './decisions-page.ts';
import { SERVER_ENVIRONMENT } from '#app/config/environment.js';
import { loadSettings } from '#app/config/settings.js';
import { buildOpenApi } from '#app/core/openapi/openapi.js';
import { SectionRegistry } from '#app/features/configuration/lookup/section-registry.js';
import { OWN_SECTIONS } from '#app/features/configuration/sections/section-files.js';
import { folded } from './folded-json.ts';
import { sectionsPage } from './sections-page.ts';
import { runProcess } from '#app/process.js';

// Writes openapi.json at the root of the checkout, docs/workspace.md, docs/callers.md,
// docs/adr/README.md and deploy/grafana; CI fails if a committed file differs. Preview mode opens no connections, so
// the examples of .env.example serve as settings.
await runProcess('openapi', async () => {
  const ofFeatures = REGISTRY.settings.service;
  const examples = Object.entries<{ readonly example?: string }>({
    ...SERVER_ENVIRONMENT,
    ...ofFeatures,
  }).map(([name, { example }]) => [name, example] as const);
  const settings = loadSettings(ofFeatures, Object.fromEntries(examples));
  const app = await NestFactory.create(AppModule.with(settings), {
    logger: ['error'],
    preview: true,
    abortOnError: false,
  });
  const document = buildOpenApi(app, 'public');
  writeFileSync(new URL('../../openapi.json', import.meta.url), `${folded(document)}\n`);
  writeFileSync(new URL('../../docs/callers.md', import.meta.url), callersPage(document));
  writeFileSync(
    new URL('../../docs/workspace.md', import.meta.url),
    sectionsPage(new SectionRegistry(OWN_SECTIONS).all),
  );
  writeFileSync(new URL('../../docs/adr/README.md', import.meta.url), decisionsPage());
  writeDashboards();
  process.stdout.write(
    'openapi.json, docs/workspace.md, docs/callers.md, docs/adr/README.md and deploy/grafana written\n',
  );
});
