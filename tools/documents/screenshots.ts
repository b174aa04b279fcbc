import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { readDemoFile } from '../dev/demo-file.ts';
import { loadDevSettings } from '../dev/settings.ts';
import { startBrowser } from './demo-browser.ts';
import { pagesOf, pathsOf, rolesOf, settingsOf, signIn, states, stepsOf } from './portal-chapters.ts';
import { Visitor } from './portal-visitor.ts';
import type { Chapter, Look } from './portal-visitor.ts';
import { publicPageInArabic, publicPages } from './public-chapters.ts';
import { writeMarkdown } from './markdown.ts';

// Writes docs/portal, which git ignores: a picture of every page of the portal and of its states,
// from the running `npm start`. Four of them are kept for the README.

const FOLDER = new URL('../../docs/portal/', import.meta.url);
const KEPT = new URL('../../docs/pictures/', import.meta.url);
const KEPT_FILES = ['home.png', 'analytics.png', 'campaigns-detail.png', 'clients-summary.png'];
const PHONE = { width: 390, height: 844 };
const DIALOG = { width: 640, height: 480 };

const PARTNER = 'partner-admin@harbour.example.com';
const CUSTOMER = 'admin@acme-dental.example.com';
const STAFF = 'staff@acme-dental.example.com';
const OPERATOR = 'service-operator@platform.example.org';
const NO_CLIENT = 'unassigned@example.org';

const document = (chapters: readonly Chapter[]): string =>
  [
    '# The portal in pictures\n',
    'Written by `npm run portal:screenshots` from a running `npm start`. All people, numbers and calls are invented.',
    'How one gets from a project to an invoice: [the journey](journey.md).\n',
    ...chapters.flatMap(({ title, shots }) => [
      `## ${title}\n`,
      ...shots.flatMap((shot) => [`### ${shot.title}\n`, `![${shot.title}](${shot.file})\n`]),
    ]),
  ].join('\n');

/** Takes all pictures, chapter by chapter. */
async function chaptersOf(browser: Browser, baseUrl: string): Promise<Chapter[]> {
  const chapters: Chapter[] = [];
  const visit = async (
    title: string,
    email: string | null,
    work: (visitor: Visitor, chapter: Chapter) => Promise<void>,
    look: Look = {},
  ): Promise<void> => {
    const chapter = { title, shots: [] };
    chapters.push(chapter);
    const visitor = await Visitor.arrive(browser, baseUrl, FOLDER, look);
    if (email === NO_CLIENT) await visitor.signIn(email, 'Sign out');
    else if (email !== null) await visitor.signIn(email);
    await work(visitor, chapter);
    await visitor.close();
    process.stdout.write(`${title}\n`);
  };
  const shown = new Set<string>();
  const SOME = ['/analytics', '/calls', '/alerts', '/settings'];
  await visit('Signing in', null, signIn, { viewport: DIALOG });
  await visit('As an administrator of a partner', PARTNER, (it, to) => pagesOf(it, to, shown));
  await visit('On the way to something', PARTNER, stepsOf);
  await visit('As an administrator of a customer', CUSTOMER, async (it, to) => {
    await pagesOf(it, to, shown);
    await settingsOf(it, to);
  });
  await visit("As one of a customer's staff", STAFF, (it, to) => rolesOf(it, to, 'staff'));
  await visit('As an operator', OPERATOR, (it, to) => rolesOf(it, to, 'operator'));
  await visit('Dark', CUSTOMER, (it, to) => pathsOf(it, to, SOME, 'dark'), { colorScheme: 'dark' });
  await visit('On a phone', CUSTOMER, (it, to) => pathsOf(it, to, SOME, 'phone'), { viewport: PHONE });
  await visit('States', CUSTOMER, states);
  await visit(
    'Without a client',
    NO_CLIENT,
    (it, to) => it.take(to, 'state-no-client', 'Signed in, and no client yet'),
    { viewport: DIALOG },
  );
  await visit('Without an account', null, publicPages, { viewport: PHONE });
  await visit('Without an account, in the dark', null, publicPageInArabic, {
    viewport: PHONE,
    colorScheme: 'dark',
  });
  return chapters;
}

async function main(): Promise<void> {
  const { base_url: baseUrl } = readDemoFile(loadDevSettings().dataDir);
  mkdirSync(FOLDER, { recursive: true });
  const browser = await startBrowser();
  try {
    const chapters = await chaptersOf(browser, baseUrl);
    await writeMarkdown(new URL('README.md', FOLDER), document(chapters));
    const taken = new Set(chapters.flatMap(({ shots }) => shots.map(({ file }) => file)));
    // The pictures of the journey are those of the film.
    const old = readdirSync(FOLDER).filter((it) => /^(?!journey-).*\.png$/.test(it) && !taken.has(it));
    for (const name of old) rmSync(new URL(name, FOLDER));
    for (const name of KEPT_FILES) copyFileSync(new URL(name, FOLDER), new URL(name, KEPT));
  } finally {
    await browser.close();
  }
}

await main();
