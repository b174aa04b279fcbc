import { Type, type Static } from '@sinclair/typebox';
import { closed, oneOf } from '../../../core/http/schemas/schema-parts.js';
import { TEST_CALL_SOURCES } from '../../configuration/rules/sections/effective-configuration.policy.js';
import { conversationScript } from '../rules/conversation-test.schema.js';

export const RunRequest = closed({
  use: oneOf(TEST_CALL_SOURCES, {
    description: 'The configuration that answers: the current draft or the published version.',
  }),
  test_ids: Type.Optional(
    Type.Array(
      Type.String({
        pattern: '^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$',
        'x-message': 'must be the test_id of a conversation test',
        description: 'A test of the project.',
      }),
      { minItems: 1, maxItems: 50, uniqueItems: true, description: 'If left out, all tests.' },
    ),
  ),
});
export type RunRequest = Static<typeof RunRequest>;

export const TalkRequest = closed({ script: conversationScript });
export type TalkRequest = Static<typeof TalkRequest>;
