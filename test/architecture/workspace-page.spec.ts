import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SectionRegistry } from '../../src/features/configuration/lookup/section-registry.js';
import { OWN_SECTIONS } from '../../src/features/configuration/sections/section-files.js';
import { sectionsPage } from '../../tools/documents/sections-page.ts';

describe('the page of findings', () => {
  // The remedy is `npm run openapi`.
  it('is the one that is committed', () => {
    const committed = readFileSync(new URL('../../docs/workspace.md', import.meta.url), 'utf8');
    expect(sectionsPage(new SectionRegistry(OWN_SECTIONS).all)).toBe(committed);
  });

  it('leaves the fields to the document, which describes every one of them', () => {
    expect(
      OWN_SECTIONS.flatMap(({ name, schema, write }) => undescribed(write.schema ?? schema, name)),
    ).toEqual([]);
  });
});

interface Schema {
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

/** The fields of a schema, at any depth, that have no description in it or in any variant. */
function undescribed(schema: Schema, path: string): string[] {
  const { properties = {}, patternProperties = {}, items, anyOf = [] } = schema;
  return [
    ...[...Object.entries(properties), ...Object.entries(patternProperties)].flatMap(([name, field]) => [
      ...([field, ...(field.anyOf ?? [])].some(({ description }) => description) ? [] : [`${path}.${name}`]),
      ...undescribed(field, `${path}.${name}`),
    ]),
    ...(items ? undescribed(items, `${path}[]`) : []),
    ...anyOf.flatMap((variant) => undescribed(variant, path)),
  ];
}
