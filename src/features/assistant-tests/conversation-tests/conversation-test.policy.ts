import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import { detectPii } from '../../../core/privacy/pii/pii-tripwire.policy.js';
import { requireBody } from '../../../core/http/schemas/schema-check.policy.js';
import { warning, type Finding } from '../../configuration/rules/sections/section-definition.js';
import { ConversationTest, type Assertion } from '../rules/conversation-test.schema.js';

/** Ten times what people script; fifty tests of a project are 3 MiB at most. */
const MAX_BYTES = 64 * 1024;

/**
 * A valid conversation test.
 * @throws 422 naming each field, also for a name with personal data: names are stored and shown in
 *   plain text; 413
 */
export function requireConversationTest(body: unknown): ConversationTest {
  requireBody(ConversationTest, body, () => {
    if (Buffer.byteLength(JSON.stringify(body ?? null)) > MAX_BYTES) {
      throw new PlatformError(CATALOGUE.contentTooLarge, {
        message: `A conversation test may be at most ${MAX_BYTES / 1024} KiB.`,
      });
    }
  });
  const test = body as ConversationTest;
  if (detectPii(test.name) !== null) {
    throw unprocessable({
      loc: ['body', 'name'],
      message: 'must not contain personal data: names of tests are stored unencrypted and shown unmasked',
      type: 'name_personal',
    });
  }
  return test;
}

type Sections = Readonly<Record<string, unknown>>;

/**
 * Findings about assertions that the project cannot meet as it would be published (workspace 13.4).
 * The test is stored nevertheless, because the next draft may add what it names.
 * @param sections by name; read defensively, because they belong to other code
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
          `Transfer routing has no destination ${assertion.destination}. Add it there or choose another.`,
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
