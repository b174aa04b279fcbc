import type { ReferenceKind } from './context';
import { fieldOf, valuesOf, type Schema } from './schema';

const BY_NAME: Readonly<Record<string, ReferenceKind>> = {
  secret_ref: 'secret',
  destination_id: 'destination',
  default_destination_id: 'destination',
  overflow_destination_id: 'destination',
  plugin_id: 'plugin',
  tool_name: 'tool',
  lookup_tool: 'tool',
  voice_id: 'voice',
  fallback_voice_id: 'voice',
  model_id: 'model',
  knowledge_build_id: 'build',
  timezone: 'zone',
};

/** Fields that define the names to which other fields refer. */
const DEFINITIONS = new Set([
  'transfer-routing customer_destinations.destination_id',
  'plugin-configuration plugins.plugin_id',
  'plugin-configuration plugins.tools.tool_name',
]);

/** The kind of item to which a field refers, if any. */
export function referenceOf(section: string, path: string): ReferenceKind | undefined {
  const field = fieldOf(path);
  if (DEFINITIONS.has(`${section} ${field}`)) return undefined;
  return BY_NAME[field.split('.').at(-1) ?? ''];
}

/** The kinds of items to which the fields inside a schema refer. */
export function kindsIn(schema: Schema): ReadonlySet<ReferenceKind | undefined> {
  const inner = [schema.items, valuesOf(schema), ...(schema.anyOf ?? [])].filter((it) => it !== undefined);
  const fields = Object.entries(schema.properties ?? {});
  return new Set([
    ...fields.map(([name]) => BY_NAME[name]),
    ...[...inner, ...fields.map(([, own]) => own)].flatMap((it) => [...kindsIn(it)]),
  ]);
}
