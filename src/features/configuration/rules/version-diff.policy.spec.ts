import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../core/shared/json/canonical-json.policy.js';
import { compareSections, SOME_SECRET, withoutSecrets } from './version-diff.policy.js';
import type { SectionChange } from './version-diff.policy.js';

type Json = Record<string, unknown>;

const ref = (name: string) => ({ secret_ref: name });

/** Applies changes in their order, independently of how they were found. */
function applied(from: Json, changes: readonly SectionChange[]): Json {
  const root = structuredClone(from);
  for (const { section, path, op, to } of changes) {
    if (op === 'replace' && to === undefined) continue;
    const keys = [
      section,
      // A dot separates names, unless it follows a backslash (errors 1.5).
      ...(path.match(/(?:\\.|[^\\.])+/g) ?? []).map((key) => key.replaceAll(/\\(.)/g, '$1')),
    ];
    const last = keys.pop()!;
    const parent = keys.reduce<unknown>((at, key) => (at as Json)[key], root);
    if (Array.isArray(parent)) {
      const index = Number(last);
      if (op === 'add') parent.splice(index, 0, to);
      else if (op === 'remove') parent.splice(index, 1);
      else parent[index] = to;
    } else if (op === 'remove') {
      delete (parent as Json)[last];
    } else {
      (parent as Json)[last] = to;
    }
  }
  return root;
}

const NAMES = ['a', 'b', 'c', 'x/y', 'x.y', '.', '\\', '\\.', '~', '~1', '0', 'secret_ref'];
const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 'one', 'two'),
    fc.constantFrom(ref('CRM'), ref('SMTP')),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 5 }),
  ),
})).value;
const sections = fc.dictionary(
  fc.constantFrom('booking', 'governance', 'plugins'),
  fc.dictionary(fc.constantFrom(...NAMES.slice(0, 4)), anything, { maxKeys: 4 }),
);

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, child]) => [key, shuffled(child)]),
  );
};

describe('the changes between two versions', () => {
  // workspace 6.3
  it('make the one of the other', () => {
    fc.assert(
      fc.property(sections, sections, (from, to) => {
        const made = applied(withoutSecrets(from) as Json, compareSections(from, to));
        expect(canonicalJson(made)).toBe(canonicalJson(withoutSecrets(to)));
      }),
      { numRuns: 1000 },
    );
  });

  it('are none exactly where both say the same', () => {
    fc.assert(
      fc.property(sections, sections, (from, to) => {
        expect(compareSections(from, shuffled(from) as Json)).toEqual([]);
        expect(compareSections(from, to).length === 0).toBe(canonicalJson(from) === canonicalJson(to));
      }),
    );
  });

  it('do not depend on the order of keys', () => {
    fc.assert(
      fc.property(sections, sections, (from, to) => {
        const others = compareSections(shuffled(from) as Json, shuffled(to) as Json);
        expect(canonicalJson(others)).toBe(canonicalJson(compareSections(from, to)));
      }),
    );
  });

  // workspace 6.4
  it('never name a secret', () => {
    fc.assert(
      fc.property(sections, sections, (from, to) => {
        expect(JSON.stringify(compareSections(from, to))).not.toMatch(/CRM|SMTP/);
      }),
    );
  });

  it.each<[string, Json, Json, Omit<SectionChange, 'section'>[]]>([
    ['a changed field', { a: 1 }, { a: 2 }, [{ path: 'a', op: 'replace', from: 1, to: 2 }]],
    ['a field more', {}, { a: null }, [{ path: 'a', op: 'add', to: null }]],
    ['a field less', { a: { b: 1 } }, {}, [{ path: 'a', op: 'remove', from: { b: 1 } }]],
    [
      'a field deeper down',
      { a: { b: 1, c: 2 } },
      { a: { b: 3, c: 2 } },
      [{ path: 'a.b', op: 'replace', from: 1, to: 3 }],
    ],
    ['another type', { a: [] }, { a: {} }, [{ path: 'a', op: 'replace', from: [], to: {} }]],
    [
      'an entry put in at the front',
      { a: [1, 2, 3] },
      { a: [0, 1, 2, 3] },
      [{ path: 'a.0', op: 'add', to: 0 }],
    ],
    [
      'entries taken out of the middle',
      { a: [1, 2, 3, 4] },
      { a: [1, 4] },
      [
        { path: 'a.1', op: 'remove', from: 2 },
        { path: 'a.1', op: 'remove', from: 3 },
      ],
    ],
    [
      'a field inside an entry',
      { a: [{ n: 1 }, { n: 2 }] },
      { a: [{ n: 1 }, { n: 5 }] },
      [{ path: 'a.1.n', op: 'replace', from: 2, to: 5 }],
    ],
    [
      'names that need escaping',
      { 'x/y': 1, '~': 1 },
      { 'x/y': 2, '~': 2 },
      [
        { path: 'x/y', op: 'replace', from: 1, to: 2 },
        { path: '~', op: 'replace', from: 1, to: 2 },
      ],
    ],
    [
      'another secret, only as changed',
      { a: ref('CRM') },
      { a: ref('SMTP') },
      [{ path: 'a', op: 'replace' }],
    ],
    [
      'a secret more',
      {},
      { a: { key: ref('CRM') } },
      [{ path: 'a', op: 'add', to: { key: ref(SOME_SECRET) } }],
    ],
    [
      'a secret in the place of nothing',
      { a: null },
      { a: ref('CRM') },
      [{ path: 'a', op: 'replace', from: null, to: ref(SOME_SECRET) }],
    ],
  ])('show %s', (_, from, to, changes) => {
    expect(compareSections({ booking: from }, { booking: to })).toEqual(
      changes.map((change) => ({ section: 'booking', ...change })),
    );
  });

  it('show sections that only one of them has as a whole, by name', () => {
    expect(compareSections({ b: { x: 1 } }, { c: {}, a: { key: ref('CRM') } })).toEqual([
      { section: 'a', path: '', op: 'add', to: { key: ref(SOME_SECRET) } },
      { section: 'b', path: '', op: 'remove', from: { x: 1 } },
      { section: 'c', path: '', op: 'add', to: {} },
    ]);
  });
});
