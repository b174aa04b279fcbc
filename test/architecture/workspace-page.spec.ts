import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SectionRegistry } from '../../src/features/workspace/configuration/section-registry.js';
import { OWN_SECTIONS } from '../../src/features/workspace/sections/section-files.js';
import { sectionsPage } from '../../tools/documents/sections-page.ts';

describe('the page of the sections', () => {
  // The remedy is `npm run openapi`.
  it('is the one that is committed', () => {
    const committed = readFileSync(new URL('../../docs/workspace.md', import.meta.url), 'utf8');
    expect(sectionsPage(new SectionRegistry(OWN_SECTIONS).all)).toBe(committed);
  });

  it('describes every field of every section', () => {
    const page = sectionsPage(new SectionRegistry(OWN_SECTIONS).all);
    expect(page.split('\n').filter((line) => line.endsWith('|  |'))).toEqual([]);
  });
});
