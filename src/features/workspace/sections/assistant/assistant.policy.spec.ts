import { describe, expect, it } from 'vitest';
import { assistantFindings } from './assistant.policy.js';
import { section } from './assistant.section.js';
import type { SectionFacts } from '../../configuration/section-definition.js';

const { example, defaults } = section;

const FACTS: SectionFacts = {
  now: new Date('2026-10-31T09:00:00Z'),
  timezone: 'Australia/Sydney',
  secretNames: new Set(),
  isPublished: false,
  sections: {},
};

describe('the rules of the assistant', () => {
  it('find nothing in the example', () => {
    expect(assistantFindings(example, FACTS)).toEqual([]);
  });

  // workspace 11.2
  it('miss a prompt: an error before the first version, a warning after it', () => {
    const found = (prompt: string, isPublished: boolean) =>
      assistantFindings({ ...defaults, prompt }, { ...FACTS, isPublished }).map(
        ({ severity, code, path }) => `${severity} ${code} ${path}`,
      );
    expect(found('', false)).toEqual(['error assistant_missing prompt']);
    expect(found(' \n\t', false)).toEqual(['error assistant_missing prompt']);
    expect(found('', true)).toEqual(['warning assistant_missing prompt']);
  });
});
