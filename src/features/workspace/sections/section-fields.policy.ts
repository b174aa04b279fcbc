/** The parts of a JSON Schema that a page of fields is made of. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly pattern?: string;
  /** What a pattern wants, in words. */
  readonly 'x-message'?: string;
  /** What the names of fields have to be that the sender chooses, in words. */
  readonly 'x-names'?: string;
  /** Whether it is sealed where it is stored. */
  readonly 'x-personal'?: boolean;
}

/** One field of a section, as its page lists it. */
export interface FieldRow {
  /** `services[].duration_minutes`; `headers.*` for fields that the sender names. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly isPersonal: boolean;
}

/** Every field of an object's schema, in the order in which it declares them, each before what is inside of it. */
export function fieldsOf(schema: object, prefix = ''): FieldRow[] {
  const { properties = {}, patternProperties = {}, required = [] } = schema as Schema;
  const named = Object.entries(properties).flatMap(([name, field]) =>
    fieldRows(field, `${prefix}${name}`, required.includes(name)),
  );
  const free = Object.values(patternProperties).flatMap((field) => fieldRows(field, `${prefix}*`, false));
  return [...named, ...free];
}

function fieldRows(field: Schema, path: string, isRequired: boolean): FieldRow[] {
  const variant = field.anyOf?.find(({ description }) => description !== undefined);
  const description = field.description ?? variant?.description ?? '';
  const row = { path, type: typeText(field), isRequired, description, isPersonal: isPersonal(field) };
  return [row, ...insideOf(field, path)];
}

/** Itself, each of its items or one of its variants. */
const isPersonal = (field: Schema): boolean =>
  field['x-personal'] === true ||
  (field.items !== undefined && isPersonal(field.items)) ||
  (field.anyOf ?? []).some(isPersonal);

function insideOf(field: Schema, path: string): FieldRow[] {
  const { items } = field;
  if (items) return insideOf(items, `${path}[]`);
  if (field.anyOf) return field.anyOf.flatMap((variant) => insideOf(variant, path));
  return fieldsOf(field, `${path}.`);
}

/** What a value may be, in words. */
function typeText(schema: Schema): string {
  if (schema.anyOf) return unionText(schema.anyOf);
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  switch (schema.type) {
    case 'string':
      return withForm(schema, withBounds('text', bounds(schema.minLength, schema.maxLength, 'characters')));
    case 'integer':
      return withBounds('whole number', bounds(schema.minimum, schema.maximum));
    case 'number':
      return withBounds('number', bounds(schema.minimum, schema.maximum));
    case 'array': {
      const of = schema.items && schema.items.type !== 'object' ? ` of ${typeText(schema.items)}` : '';
      return withBounds(`list${of}`, bounds(schema.minItems, schema.maxItems, 'items'));
    }
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'object':
      return schema.patternProperties ? freeFieldsText(schema) : 'object';
    default:
      return 'any JSON';
  }
}

function unionText(variants: readonly Schema[]): string {
  const texts = [...new Set(variants.map(typeText))];
  return texts.length === 1 ? texts[0]! : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}

function bounds(least: number | undefined, most: number | undefined, unit = ''): string {
  const counted = (text: string): string => (unit ? `${text} ${unit}` : text);
  if (least !== undefined && most !== undefined) return counted(`${least} to ${most}`);
  if (most !== undefined) return counted(`at most ${most}`);
  return least === undefined ? '' : counted(`at least ${least}`);
}

const withBounds = (text: string, bounds: string): string => (bounds ? `${text}, ${bounds}` : text);

/** Every text is one line, so this is not said again of each of them. */
const ONE_LINE = 'must be one line without control characters';

function withForm({ pattern, 'x-message': message }: Schema, text: string): string {
  if (message === ONE_LINE) return text;
  const form = message ?? (pattern === undefined ? undefined : `must match ${pattern}`);
  return form === undefined ? text : `${text} (${form.replace(/^must be /, '')})`;
}

function freeFieldsText({ maxProperties, 'x-names': names }: Schema): string {
  const count = maxProperties === undefined ? '' : `at most ${maxProperties} `;
  return `object, ${count}fields of your own naming${names === undefined ? '' : `; names: ${names}`}`;
}
