import { describe, expect, it } from 'vitest';
import { buildHash, changesBetween, contentKey, revisionOf } from './builds.policy.js';

const source = { sourceId: 's-1', contentHash: 'h-1', language: 'en', title: 'Prices' };

describe('builds', () => {
  // knowledge 5.4
  it('have the same hash for the same content in any order', () => {
    const [a, b] = [revisionOf(source), revisionOf({ ...source, sourceId: 's-2' })];
    expect(buildHash([a, b])).toBe(buildHash([b, a]));
    expect(buildHash([a])).not.toBe(buildHash([a, b]));
  });

  // knowledge 5.4
  it.each([{ sourceId: 's-2' }, { contentHash: 'h-2' }, { language: 'de' }, { title: 'Fees' }])(
    'have another revision of a source with %j',
    (change) => {
      expect(revisionOf({ ...source, ...change })).not.toBe(revisionOf(source));
      expect(revisionOf({ ...source })).toBe(revisionOf(source));
    },
  );

  it('index a revision once for each key', () => {
    const revision = revisionOf(source);
    expect(contentKey(revision, 'k-1')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(contentKey(revision, 'k-1')).toBe(contentKey(revision, 'k-1'));
    expect(contentKey(revision, 'k-1')).not.toBe(contentKey(revision, 'k-2'));
  });

  // knowledge 5.4
  it.each<[string, readonly string[], readonly string[], object]>([
    ['nothing', [], [], { added: [], changed: [], removed: [] }],
    ['the first one', [], ['a 1', 'b 1'], { added: ['a', 'b'], changed: [], removed: [] }],
    ['the same', ['a 1'], ['a 1'], { added: [], changed: [], removed: [] }],
    [
      'all kinds',
      ['a 1', 'b 1', 'c 1'],
      ['d 1', 'b 2', 'a 1'],
      { added: ['d'], changed: ['b'], removed: ['c'] },
    ],
  ])('differ: %s', (_, before, now, changes) => {
    const [old, present] = [before, now].map((list) =>
      list.map((it) => ({ sourceId: it.split(' ')[0]!, revision: it.split(' ')[1]! })),
    );
    expect(changesBetween(old!, present!)).toEqual(changes);
  });
});
