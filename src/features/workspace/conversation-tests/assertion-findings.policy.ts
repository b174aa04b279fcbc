import { warning } from '../configuration/finding.js';
import type { Finding } from '../configuration/section-definition.js';
import type { Assertion } from '../rules/conversation-test.schema.js';

type Sections = Readonly<Record<string, unknown>>;

/**
 * What of a test cannot come true in the project as it would be published (workspace 13.4): it is kept as it is, because what
 * it names may come with the next draft.
 * @param sections by name; read with care, because they are others'
 */
export function assertionFindings(assertions: readonly Assertion[], sections: Sections): Finding[] {
  const destinations = namesIn(sections['transfer-routing'], 'customer_destinations', 'destination_id');
  const plugins = listIn(sections['plugin-configuration'], 'plugins');
  const tools = plugins.flatMap((plugin) => namesIn(plugin, 'tools', 'name'));
  return assertions.flatMap((assertion, index) => {
    if (assertion.kind === 'transfers_to' && !destinations.includes(assertion.destination)) {
      return [
        warning(
          'destination_unknown',
          `assertions.${index}.destination`,
          `Transfer routing has no destination ${assertion.destination}.`,
        ),
      ];
    }
    if (assertion.kind === 'tool_called' && !tools.includes(assertion.tool)) {
      return [warning('tool_unknown', `assertions.${index}.tool`, `No plugin has a tool ${assertion.tool}.`)];
    }
    return [];
  });
}

function listIn(holder: unknown, field: string): readonly unknown[] {
  const list = (holder as Record<string, unknown> | null | undefined)?.[field];
  return Array.isArray(list) ? list : [];
}

const namesIn = (holder: unknown, list: string, field: string): unknown[] =>
  listIn(holder, list).map((item) => (item as Record<string, unknown> | null)?.[field]);
