import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { aSection } from '../../../../test/support/configuration-states.js';
import { SectionRegistry } from './section-registry.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';
import { problemsOf } from './section-soundness.policy.js';

const open = Type.Object({ inside: Type.Object({}) }, { additionalProperties: false });

describe('a set of sections', () => {
  it('is sound', () => {
    expect(problemsOf([aSection(), aSection({ name: 'closing' })])).toEqual([]);
  });

  it.each<[string, SectionDefinition[]]>([
    ['greeting appears there twice', [aSection(), aSection()]],
    ['Greeting: the name is not a path segment of lower-case words', [aSection({ name: 'Greeting' })]],
    ['greeting: the defaults break the schema', [aSection({ defaults: {} })]],
    ['greeting: the example breaks the schema', [aSection({ example: { text: '', more: 1 } })]],
    [
      'greeting: schema.properties.inside is an object that takes unknown fields',
      [aSection({ schema: open, defaults: { inside: {} }, example: { inside: {} } })],
    ],
    [
      'greeting: the example of a write breaks its schema',
      [
        aSection({
          write: {
            ...aSection().write,
            schema: Type.Object({ other: Type.String() }, { additionalProperties: false }),
          },
        }),
      ],
    ],
  ])('is not where %s', (problem, sections) => {
    expect(problemsOf(sections)).toContain(problem);
    expect(() => new SectionRegistry(sections)).toThrow(problem);
  });

  it('is sorted by name', () => {
    const names = ['zeta', 'alpha', 'mu'];
    const registry = new SectionRegistry(names.map((name) => aSection({ name })));
    expect(registry.all.map(({ name }) => name)).toEqual(['alpha', 'mu', 'zeta']);
    expect(registry.find('mu')?.name).toBe('mu');
    expect(registry.find('constructor')).toBeUndefined();
  });
});
