import { CATALOGUE } from '../../../core/kernel/catalogue.js';
import { PlatformError, unprocessable } from '../../../core/kernel/platform-error.js';
import { detectPii } from '../../../core/privacy/pii-tripwire.policy.js';
import { requireBody } from '../../../core/schemas/schema-check.policy.js';
import { ConversationTest } from '../rules/conversation-test.schema.js';

/** Ten times what people script; fifty tests of a project are 3 MiB of the metadata store at most. */
const MAX_BYTES = 64 * 1024;

/**
 * A conversation test that may be kept.
 * @throws 422 naming each field, for a name with personal data in it too: names are kept and shown in clear; 413
 */
export function requireConversationTest(body: unknown): ConversationTest {
  requireBody(ConversationTest, body, () => {
    if (Buffer.byteLength(JSON.stringify(body ?? null)) > MAX_BYTES) {
      throw new PlatformError(CATALOGUE.contentTooLarge, {
        message: `A conversation test may take at most ${MAX_BYTES / 1024} KiB.`,
      });
    }
  });
  const test = body as ConversationTest;
  if (detectPii(test.name) !== null) {
    throw unprocessable({
      loc: ['body', 'name'],
      message: 'must hold no personal data: names of tests are kept and shown in clear',
      type: 'name_personal',
    });
  }
  return test;
}
