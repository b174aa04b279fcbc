import { join } from 'node:path';
import type * as App from '#app/app.module.js';
import type * as SettingsOf from '#app/config/settings.js';
import type * as Cast from '../demo/cast/cast.ts';
import type * as Seed from '../demo/seed.ts';

// node tools/rehearse/plant.ts <root of a version>: plants the demo with that version's code; the
// environment contains its settings.

const [root = ''] = process.argv.slice(2);
const load = async <M>(file: string): Promise<M> => (await import(join(root, file))) as M;
const { REGISTRY } = await load<typeof App>('dist/app.module.js');
const { loadSettings } = await load<typeof SettingsOf>('dist/config/settings.js');
const { DEMO_CAST } = await load<typeof Cast>('tools/demo/cast/cast.ts');
const { seedDemo } = await load<typeof Seed>('tools/demo/seed.ts');

const apiKeys = await seedDemo({
  settings: loadSettings(REGISTRY.settings.service),
  metadataOwnerUrl: process.env['METADATA_OWNER_URL'] ?? '',
  cast: DEMO_CAST,
  apiKeySecretsFile: process.env['API_KEYS_FILE'] ?? '',
  log: () => undefined,
  now: new Date(),
});
process.send?.({ type: 'planted', apiKeys });
