import type { BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../../tools/documents/demo-browser.ts';
import type { Figures, Row } from '../harness/compare.ts';
import { openSessions } from './portal.ts';

const TRIES = 9;
const ANALYTICS = { path: '/analytics', heading: 'Analytics' };
const CALLS = { path: '/calls', heading: 'Calls' };

/** The control: slows the page's processor down. */
const SLOWER = 20;

type View = typeof ANALYTICS;

/** An expression that is true once a view shows its data. */
const isShown = ({ heading }: View): string =>
  `document.querySelector('h1')?.textContent === ${JSON.stringify(heading)} &&
   document.querySelector('main .mantine-Skeleton-root, main [aria-busy="true"]') === null`;

/**
 * Starts in the page, and checks at each frame whether the view is shown.
 * @returns milliseconds
 */
const untilShown = (page: Page, view: View, begin = ''): Promise<number> =>
  page.evaluate<number>(`new Promise((done) => {
    const began = performance.now();
    const look = () => (${isShown(view)} ? done(performance.now() - began) : requestAnimationFrame(look));
    ${begin};
    look();
  })`);

const wayTo = (page: Page, view: View): Promise<number> =>
  untilShown(page, view, `document.querySelector('nav a[href^="${view.path}"]').click()`);

async function firstView(page: Page, url: string, view: View): Promise<number> {
  const began = performance.now();
  await page.goto(url + view.path, { waitUntil: 'commit' });
  await untilShown(page, view);
  return performance.now() - began;
}

/** Between two views whose data has already been loaded, in the slower direction. */
async function wayThereAndBack(page: Page, url: string): Promise<number> {
  await firstView(page, url, CALLS);
  for (const view of [ANALYTICS, CALLS]) await wayTo(page, view);
  return Math.max(await wayTo(page, ANALYTICS), await wayTo(page, CALLS));
}

/** The best of several, each with a separate cache: other load on the machine only adds time. */
const bestOf =
  (measured: (page: Page, url: string) => Promise<number>): Row['measure'] =>
  async ({ platform, startOurs }, worsened): Promise<Figures> => {
    const ours = await startOurs();
    const url = `http://localhost:${ours.port}`;
    const [value = ''] = await openSessions(platform);
    const browser = await startBrowser();
    const inFreshBrowser = async (): Promise<number> => {
      const context: BrowserContext = await browser.newContext({ timezoneId: 'Australia/Sydney' });
      await context.addCookies([{ name: 'session', value, url }]);
      const page = await context.newPage();
      if (worsened) {
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      }
      const took = await measured(page, url);
      await context.close();
      return took;
    };
    try {
      const took: number[] = [];
      for (let tries = 0; tries < TRIES; tries += 1) took.push(await inFreshBrowser());
      return { ours: Math.min(...took), floor: null, ratio: null, ratios: [], notes: { tries: TRIES } };
    } finally {
      await browser.close();
      await ours.stop();
    }
  };

export const P20: Row = {
  id: 'P20',
  what: 'the first view of the analytics in a browser without a cache, until its data is there',
  against: 'nothing: absolute, on a machine at rest',
  unit: 'ms',
  target: { atMost: 1_000 },
  control: `a processor ${SLOWER} times slower`,
  measure: bestOf((page, url) => firstView(page, url, ANALYTICS)),
};

export const P20_WAY: Row = {
  id: 'P20w',
  what: 'the way from the calls to the analytics and back, whose data is there',
  against: 'nothing: absolute, on a machine at rest',
  unit: 'ms',
  target: { atMost: 200 },
  control: `a processor ${SLOWER} times slower`,
  measure: bestOf(wayThereAndBack),
};
