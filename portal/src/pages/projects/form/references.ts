import type { ReferenceKind } from './context';
import { fieldOf } from './schema';

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
