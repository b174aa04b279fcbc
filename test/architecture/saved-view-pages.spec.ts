import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAddress } from '../../src/features/saved-views/rules/saved-address.policy.js';

const read = (path: string): string =>
  readFileSync(new URL(`../../portal/src/${path}`, import.meta.url), 'utf8');
const ROUTER = read('app/router.tsx');
/** Parameters that every page has. */
const OF_EVERY_PAGE = read('address/search.ts');
const FILTERS = read('pages/calls/filters.ts');
const VIEWS = read('shell/views/saved-views.ts');

const faultOf = (address: string): string => {
  const result = readAddress(address);
  return 'fault' in result ? result.fault : '';
};
const pages = faultOf('').replace('must begin with one of ', '').split(', ');
const keptBy = (page: string): string[] =>
  faultOf(`${page}?no_such=1`)
    .replace(/^.* can keep only /, '')
    .split(', ');

/** The source of a page's route, and of the values that its address may contain. */
function routeOf(page: string): string {
  const at = ROUTER.indexOf(`path: '${page}',`);
  expect(at, page).toBeGreaterThan(0);
  const end = ROUTER.indexOf('createRoute(', at);
  const route = ROUTER.slice(ROUTER.lastIndexOf('= createRoute(', at), end);
  // The list of calls and the page of one call share their parameters.
  return page === '/calls'
    ? `${route}${ROUTER.slice(ROUTER.indexOf('const callsSearch'), at)}${FILTERS}`
    : route;
}

describe('the pages of saved views', () => {
  // saved-views 2.1
  it('know each parameter that a view of them keeps', () => {
    expect(pages.length).toBeGreaterThan(4);
    const unknown = pages.flatMap((page) =>
      keptBy(page)
        .filter(
          (name) => !OF_EVERY_PAGE.includes(`${name}:`) && !new RegExp(`\\b${name}\\b`).test(routeOf(page)),
        )
        .map((name) => `${page} ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  // saved-views 2.1, 2.3
  it('keep each filter of calls, except those that the portal leaves out', () => {
    const labels = /FILTER_LABELS[^{]*\{([^}]*)\}/.exec(FILTERS)?.[1] ?? '';
    const leftOut = /NOT_KEPT = \[([^\]]*)\]/.exec(VIEWS)?.[1] ?? '';
    const filters = [...labels.matchAll(/^ *(\w+):/gm)].map(([, name = '']) => name);
    expect(filters.length).toBeGreaterThan(10);
    const kept = keptBy('/calls');
    expect(filters.filter((name) => kept.includes(name) === leftOut.includes(`'${name}'`))).toEqual([]);
  });
});
