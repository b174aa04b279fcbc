import { globSync, mkdirSync, rmSync } from 'node:fs';
import { readDemoFile } from '../dev/demo-file.ts';
import { loadDevSettings } from '../dev/settings.ts';
import { settled, signInToDemo, startBrowser } from './demo-browser.ts';
import { makeJourney } from './journey/journey.ts';
import type { Scene } from './journey/stage.ts';
import { writeMarkdown } from './markdown.ts';

// Writes docs/portal/journey.md and its pictures, which git ignores: the journey from a project to an invoice, made on the running `npm start`.

const FOLDER = new URL('../../docs/portal/', import.meta.url);
const VIEWPORT = { width: 1280, height: 860 };

const pictureOf = ({ name }: Scene, at: number): string =>
  `journey-${String(at + 1).padStart(2, '0')}-${name}.png`;

const page = (scenes: readonly Scene[]): string =>
  [
    '# From a project to an invoice\n',
    'Two people of a partner set up a voice assistant for a client, have it call seven customers, and take the list of calls and the',
    'invoice home, in their browsers alone. `npm run portal:film` writes this page from a running `npm start`, and',
    '[a test](../../test/e2e/portal/journey.e2e-spec.ts) goes the same way. All people, numbers and calls are invented.\n',
    ...scenes.flatMap((scene, at) => [
      `## ${at + 1}. ${scene.title}\n`,
      `${scene.text}\n`,
      `![${scene.title}](${pictureOf(scene, at)})\n`,
    ]),
  ].join('\n');

async function main(): Promise<void> {
  const { base_url: baseUrl } = readDemoFile(loadDevSettings().dataDir);
  const browser = await startBrowser();
  const scenes: Scene[] = [];
  mkdirSync(FOLDER, { recursive: true });
  for (const old of globSync('journey-*.png', { cwd: FOLDER })) rmSync(new URL(old, FOLDER));
  try {
    await makeJourney({
      signIn: (email) => signInToDemo(browser, baseUrl, email, { viewport: VIEWPORT }),
      show: async (shown, scene) => {
        await settled(shown);
        const path = new URL(pictureOf(scene, scenes.length), FOLDER).pathname;
        await shown.screenshot({ path, animations: 'disabled' });
        scenes.push(scene);
        process.stdout.write(`${scene.title}\n`);
      },
    });
    await writeMarkdown(new URL('journey.md', FOLDER), page(scenes));
  } finally {
    await browser.close();
  }
}

await main();
