import type { OpenAPIObject } from '@nestjs/swagger';
import { Random } from '../../../tools/demo/random.ts';

type Json = Readonly<Record<string, unknown>>;

/** One operation of our own document, with the parts that requests are generated from. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly example?: unknown;
    readonly schema?: Json;
  }[];
  /** Schemas of the body by content type. */
  readonly bodies: Readonly<Record<string, { readonly schema?: Json; readonly example?: unknown }>>;
}

export interface GeneratedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

const deep = (levels: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Values that no client should send, but some client will. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  Number.MAX_VALUE,
  '',
  ' ',
  'x'.repeat(5_000),
  '\0',
  'a\0b',
  '\ud800',
  '😀'.repeat(40),
  '٠٤٩١٥٧٠١٥٦',
  '\u202etxt.exe',
  '=cmd()',
  "'; DROP TABLE calls; --",
  '../../etc/passwd',
  '%00',
  '2026-02-30',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
  'NaN',
  '1e309',
  '-0',
  [],
  [null],
  {},
  [[[[]]]],
  deep(40),
  Array.from({ length: 1_200 }, (_, i) => i),
];

/** Names that every JavaScript object has, or that may confuse a parser. */
const NAMES = ['__proto__', 'constructor', 'toString', '', '\0', 'x'.repeat(300), 'unknown_field', '0'];

const RAW = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"a":1,"a":2}',
  '{"n":1e999}',
  '\ufeff{}',
  '{"__proto__":{"x":1}}',
];

/**
 * Generates valid, damaged and nonsensical requests from the document. The same seed gives the same
 * requests.
 */
export class RequestGenerator {
  private readonly random: Random;

  /**
   * @param ids of things that are there, by the name of their parameter, header or field; of
   *   several, now this one and now that
   */
  constructor(
    seed: string,
    private readonly document: OpenAPIObject,
    private readonly ids: Readonly<Record<string, string | readonly string[]>>,
  ) {
    this.random = new Random(seed);
  }

  operations(): Operation[] {
    const found: Operation[] = [];
    for (const [path, item] of Object.entries(this.document.paths)) {
      for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
        const operation = item[method];
        if (!operation) continue;
        const { requestBody } = operation as { requestBody?: { content?: Operation['bodies'] } };
        found.push({
          method: method.toUpperCase(),
          path,
          parameters: (operation.parameters ?? []) as unknown as Operation['parameters'],
          bodies: requestBody?.content ?? {},
        });
      }
    }
    return found;
  }

  /** One request to the operation, by a caller with these headers. */
  request(operation: Operation, credentials: Readonly<Record<string, string>>): GeneratedRequest {
    const { random } = this;
    const headers: Record<string, string> = { ...credentials };
    let path = operation.path;
    const query = new URLSearchParams();
    for (const parameter of operation.parameters) {
      const { name } = parameter;
      if (parameter.in === 'path') {
        path = path.replace(`{${name}}`, encodeURIComponent(wellFormed(this.valueOf(parameter, 0.15))));
      } else if (parameter.in === 'header') {
        if (random.chance(0.8)) headers[name] = this.headerOf(name);
      } else if (random.chance(parameter.required ? 0.9 : 0.5)) {
        query.append(name, wellFormed(this.valueOf(parameter, 0.3)));
        if (random.chance(0.03)) query.append(name, 'twice');
      }
    }
    if (random.chance(0.05)) query.append(random.pick(NAMES), 'x');
    const contents = Object.entries(operation.bodies);
    const [type, content] = contents.length > 0 ? random.pick(contents) : [null, undefined];
    const body = type === null ? undefined : type === 'text/csv' ? this.csvOf(content) : this.bodyOf(content);
    if (body !== undefined && type !== null) {
      headers['Content-Type'] = random.chance(0.03) ? 'text/plain' : type;
    }
    const search = query.size > 0 ? `?${query.toString()}` : '';
    return { method: operation.method, url: `${path}${search}`, headers, body };
  }

  private idOf(name: string): string | undefined {
    const ids = this.ids[name];
    return ids === undefined || typeof ids === 'string' ? ids : this.random.pick(ids);
  }

  private headerOf(name: string): string {
    const known = this.idOf(name);
    if (known !== undefined && this.random.chance(0.5)) return known;
    if (name !== 'Idempotency-Key') return this.random.pick(['"x"', '*', 'W/"x"', '"', 'x', '"a", "b"']);
    const n = this.random.between(1, 400);
    return this.random.weighted([
      [`key-${n}-${this.random.between(1, 1_000_000)}`, 8],
      [`key-${n % 5}-again`, 1],
      ['x'.repeat(129), 1],
    ]);
  }

  private valueOf({ name, example, schema }: Operation['parameters'][number], spoilt: number): string {
    const value = this.random.chance(spoilt)
      ? this.random.pick(HOSTILE)
      : (this.idOf(name) ?? example ?? this.sampleOf(schema));
    return typeof value === 'string' ? value : JSON.stringify(value);
  }

  private bodyOf(content: Operation['bodies'][string] | undefined): string | undefined {
    const { random } = this;
    if (random.chance(0.04)) return undefined;
    if (random.chance(0.06)) return random.pick(RAW);
    const sound = content?.example ?? this.sampleOf(content?.schema);
    const spoils = random.weighted([
      [0, 2],
      [1, 5],
      [3, 2],
    ]);
    let body: unknown = structuredClone(sound);
    for (let i = 0; i < spoils; i += 1) body = this.spoilt(body);
    return JSON.stringify(body);
  }

  /** A file: the example, or the example with a cell, a line or everything spoilt. */
  private csvOf(content: Operation['bodies'][string] | undefined): string | undefined {
    const { random } = this;
    if (random.chance(0.04)) return undefined;
    if (random.chance(0.06)) return random.pick(RAW);
    const lines = String(content?.schema?.['example'] ?? this.sampleOf(content?.schema)).split('\r\n');
    if (random.chance(0.3)) return lines.join('\n');
    const at = random.between(0, lines.length - 1);
    const cells = lines[at]!.split(',');
    const hostile = random.pick(HOSTILE);
    cells[random.between(0, cells.length - 1)] =
      typeof hostile === 'string' ? hostile.toWellFormed() : JSON.stringify(hostile);
    lines[at] = cells.join(',');
    return lines.join(random.pick(['\r\n', '\n', '\r']));
  }

  /** The value with one part changed, removed, or added. */
  private spoilt(value: unknown): unknown {
    const { random } = this;
    if (typeof value !== 'object' || value === null || random.chance(0.1)) return random.pick(HOSTILE);
    if (Array.isArray(value)) {
      if (value.length === 0 || random.chance(0.2)) return [...(value as unknown[]), random.pick(HOSTILE)];
      const at = random.between(0, value.length - 1);
      return (value as unknown[]).map((item, index) => (index === at ? this.spoilt(item) : item));
    }
    const entries = Object.entries(value);
    if (entries.length === 0 || random.chance(0.15)) {
      return Object.fromEntries([...entries, [random.pick(NAMES), random.pick(HOSTILE)]]);
    }
    const at = random.between(0, entries.length - 1);
    if (random.chance(0.15)) return Object.fromEntries(entries.filter((_, index) => index !== at));
    return Object.fromEntries(
      entries.map(([name, item], index) => [name, index === at ? this.spoilt(item) : item]),
    );
  }

  /** A value made from the schema. It need not be valid: spoiling starts from it. */
  private sampleOf(schema: Json | undefined, depth = 0): unknown {
    const { random } = this;
    if (!schema || depth > 6) return 'x';
    const {
      $ref: ref,
      example,
      type,
      oneOf,
      anyOf,
      allOf,
    } = schema as {
      $ref?: string;
      example?: unknown;
      type?: string | string[];
      oneOf?: Json[];
      anyOf?: Json[];
      allOf?: Json[];
    };
    if (ref !== undefined) return this.sampleOf(this.resolve(ref), depth + 1);
    if (example !== undefined) return example;
    if (schema['const'] !== undefined) return schema['const'];
    const choices = oneOf ?? anyOf ?? allOf;
    if (choices && choices.length > 0) return this.sampleOf(random.pick(choices), depth + 1);
    if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as unknown[]);
    switch (Array.isArray(type) ? type[0] : type) {
      case 'object':
        return Object.fromEntries(
          Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
            .filter(([name]) => ((schema['required'] ?? []) as string[]).includes(name) || random.chance(0.5))
            .map(([name, property]) => [name, this.idOf(name) ?? this.sampleOf(property, depth + 1)]),
        );
      case 'array':
        return Array.from({ length: random.between(0, 2) }, () =>
          this.sampleOf(schema['items'] as Json | undefined, depth + 1),
        );
      case 'integer':
      case 'number':
        return random.between(0, 100);
      case 'boolean':
        return random.chance(0.5);
      default:
        return schema['format'] === 'date-time' ? '2026-10-10T01:00:00.000Z' : 'text';
    }
  }

  private resolve(ref: string): Json | undefined {
    const name = ref.split('/').at(-1) ?? '';
    return this.document.components?.schemas?.[name] as Json | undefined;
  }
}

/** A URL cannot contain a lone surrogate. */
const wellFormed = (text: string): string => text.toWellFormed().slice(0, 2_000);
