export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** The part of JSON Schema that the sections of a project use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly 'x-message'?: string;
  readonly 'x-names'?: string;
  readonly $ref?: string;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The values of an enumeration; undefined if any text is allowed. */
export function choicesOf({
  anyOf,
  enum: choices,
}: Schema): readonly (string | number | boolean)[] | undefined {
  if (choices) return choices.filter((it) => it !== null);
  const words = anyOf?.map((it) => it.const).filter((it) => it !== undefined);
  return words && words.length > 0 && words.length === anyOf?.length ? words : undefined;
}

/** The schema without null; undefined if the schema does not permit null. */
export function insideNullable({ anyOf, ...rest }: Schema): Schema | undefined {
  if (!anyOf?.some(({ type }) => type === 'null')) return undefined;
  const others = anyOf.filter(({ type }) => type !== 'null');
  const [only] = others;
  const inside = others.length === 1 && only ? only : { anyOf: others };
  return { ...inside, ...(rest.description ? { description: rest.description } : {}) };
}

/** The schema of the values of an object with arbitrary keys. */
export const valuesOf = ({ patternProperties }: Schema): Schema | undefined =>
  patternProperties && Object.values(patternProperties)[0];

/** The schema of a value inside another one; undefined if the path does not exist. */
export function schemaAt(schema: Schema, path: string): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const part of splitPath(path)) {
    const here: Schema | undefined = at && (insideNullable(at) ?? at);
    at = here && (here.items ?? here.properties?.[part] ?? valuesOf(here));
  }
  return at && (insideNullable(at) ?? at);
}

/** The initial value of something that a person adds: the minimum that the schema requires. */
export function firstValue(schema: Schema): Json {
  const choices = choicesOf(schema);
  if (choices) return choices[0]!;
  if (insideNullable(schema)) return null;
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, firstValue(schema.properties?.[name] ?? {})]),
      );
    case 'array':
      return Array.from(
        { length: schema.items && !choicesOf(schema.items) ? (schema.minItems ?? 0) : 0 },
        () => firstValue(schema.items!),
      );
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    default:
      return '';
  }
}

/**
 * A path as the API writes it: names and indexes with dots between them, a backslash before a dot
 * or a backslash of a name (errors 1.5).
 */
export const joinPath = (path: string, name: string | number): string => {
  const part = String(name).replace(/[\\.]/g, '\\$&');
  return path === '' ? part : `${path}.${part}`;
};

/** The names and indexes of a path. */
export function splitPath(path: string): string[] {
  if (path === '') return [];
  const parts = [''];
  for (let at = 0; at < path.length; at += 1) {
    const sign = path[at]!;
    if (sign === '.') parts.push('');
    else parts[parts.length - 1] += sign === '\\' ? (path[(at += 1)] ?? '') : sign;
  }
  return parts;
}

export function valueAt(root: Json | undefined, path: string): Json | undefined {
  let value = root;
  for (const part of splitPath(path)) {
    if (isList(value)) value = value[Number(part)];
    else if (isObject(value)) value = value[part];
    else return undefined;
  }
  return value;
}

/** A copy of the value with a new value at a path; undefined removes it. */
export function withValueAt(root: Json, path: string, value: Json | undefined): Json {
  const put = (node: Json | undefined, [part, ...rest]: readonly string[]): Json | undefined => {
    if (part === undefined) return value;
    if (isList(node)) {
      const items = [...node];
      const inner = put(items[Number(part)], rest);
      if (inner === undefined) items.splice(Number(part), 1);
      else items[Number(part)] = inner;
      return items;
    }
    const { [part]: before, ...others } = isObject(node) ? node : {};
    const inner = put(before, rest);
    if (inner === undefined) return others;
    return isObject(node) && part in node ? { ...node, [part]: inner } : { ...others, [part]: inner };
  };
  return put(root, splitPath(path)) ?? null;
}

/** A path without its indexes: the name of a field, at any position of a list. */
export const fieldOf = (path: string): string =>
  splitPath(path)
    .filter((part) => !/^\d+$/.test(part))
    .join('.');
