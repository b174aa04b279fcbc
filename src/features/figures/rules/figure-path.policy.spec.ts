import { describe, expect, it } from 'vitest';
import { definitionOf } from './catalogue.js';
import { keysOf, valueAt } from './figure-path.policy.js';

const BODY = {
  total: 3,
  none: null,
  by: { answered: 2 },
  items: [
    { label: 'a.b[c]', counts: { calls: 5 } },
    { label: null, counts: { calls: 7 } },
  ],
};

// figures 2.1
describe('the path of a figure', () => {
  it.each<[string, string, string[], unknown]>([
    ['total', 'total', [], 3],
    ['by[*]', 'by[answered]', ['answered'], 2],
    ['by[*]', 'by[busy]', ['busy'], undefined],
    ['by[*]', 'by[constructor]', ['constructor'], undefined],
    ['items[label].counts.calls', 'items[a.b%5Bc%5D].counts.calls', ['a.b[c]'], 5],
    ['items[label].counts.calls', 'items[].counts.calls', [''], 7],
    ['items[label].counts.calls', 'items[x].counts.calls', ['x'], undefined],
    ['none.counts.calls', 'none.counts.calls', [], null],
    ['nothing', 'nothing', [], undefined],
  ])('%s, asked as %s', (figure, path, keys, value) => {
    expect(keysOf(path)).toEqual(keys);
    expect(valueAt(BODY, figure, keys)).toBe(value);
  });

  it.each([
    ['/v1/calls/summary', 'missed_calls', 'missed_calls'],
    ['/v1/calls/summary', 'missed.calls', undefined],
    ['/v1/calls/outcomes', 'categories[resolved].count', 'categories[id].count'],
    ['/v1/calls/outcomes', 'categories.count', undefined],
    ['/v1/calls/list', 'total', undefined],
  ])('finds in %s the definition of %s', (route, path, figure) => {
    expect(definitionOf(route, path)?.figure).toBe(figure);
  });
});
