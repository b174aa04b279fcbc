import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIGURES } from '../../src/features/figures/rules/catalogue.js';
import { LANGUAGES } from '../../src/features/figures/rules/definition.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<
    string,
    { get: { responses: Record<string, { content: Record<string, { schema: Schema }> }> } }
  >;
  components: { schemas: Record<string, Schema> };
};

/** Numbers in these answers that say nothing about calls, contacts or money. */
const NO_FIGURES: readonly RegExp[] = [
  /\.(discount_id|id)$/,
  /^caller_mix\.lookback_days$/,
  // Rows and findings have routes of their own.
  /^recent_calls\./,
  /^validation\./,
];

function numbersOf(schema: Schema, path: string): string[] {
  if (schema.$ref) return numbersOf(document.components.schemas[schema.$ref.split('/').at(-1)!]!, path);
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const types = [schema.type ?? []].flat();
  const numbers = types.includes('integer') || types.includes('number') ? [path] : [];
  const variants = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const { additionalProperties: more } = schema;
  return [
    ...numbers,
    ...variants.flatMap((it) => numbersOf(it, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, it]) => numbersOf(it, at(name))),
    ...(schema.items ? numbersOf(schema.items, path) : []),
    ...(typeof more === 'object' ? numbersOf(more, `${path}[*]`) : []),
  ];
}

/** Without the names in brackets, which the OpenAPI document does not contain. */
const plain = (figure: string): string => figure.replaceAll(/\[\w+\]/g, '');

// figures 1.2
describe.each(FIGURES.map((it) => [it.route, it] as const))('the figures of %s', (route, { figures }) => {
  const { schema } = document.paths[route]!.get.responses['200']!.content['application/json']!;
  const answered = [...new Set(numbersOf(schema, ''))].filter((it) => !NO_FIGURES.some((no) => no.test(it)));

  it('are those of its answer, each defined once', () => {
    expect(figures.map(({ figure }) => plain(figure)).sort()).toEqual(answered.sort());
  });

  it('are said in every language', () => {
    for (const { figure, text } of figures) {
      for (const language of LANGUAGES) expect(text[language], figure).toMatch(/\.$/);
    }
  });
});
