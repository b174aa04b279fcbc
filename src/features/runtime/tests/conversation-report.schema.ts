import { Type, type Static } from '@sinclair/typebox';
import { closed, oneOf } from '../../../core/http/schemas/schema-parts.js';
import { RUNTIME_ERRORS } from '../../configuration/rules/tests/conversation-result.policy.js';
import { EXCERPT_LINES } from '../../configuration/rules/tests/kept-tests.js';
import { conversationFinding } from '../../assistant-tests/rules/conversation-finding.schema.js';
import { redactedLines } from '../../assistant-tests/rules/redacted-lines.schema.js';

const common = {
  test_id: Type.String({
    pattern: '^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$',
    'x-message': 'must be the test_id of a claimed test',
  }),
  attempt: Type.Integer({ minimum: 1, maximum: 1000, description: 'The attempt as claimed.' }),
  redacted_excerpt: Type.Optional(redactedLines(EXCERPT_LINES)),
};

export const ConversationReport = Type.Union([
  closed({
    ...common,
    state: Type.Literal('finished'),
    assertions: Type.Array(
      closed({
        index: Type.Integer({ minimum: 0, maximum: 19, description: 'Position among the assertions.' }),
        passed: Type.Boolean({ description: 'Whether it held.' }),
      }),
      { maxItems: 20, description: 'Each assertion of the test, once; a talk has none.' },
    ),
    turns: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, description: 'Turns of the agent.' })),
    first_response_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
    findings: Type.Optional(
      Type.Array(conversationFinding, {
        maxItems: 50,
        description: 'Rules, tripwires, tools and transfers that were used, in order.',
      }),
    ),
  }),
  closed({
    ...common,
    state: Type.Literal('error'),
    error_reason: oneOf(RUNTIME_ERRORS, { description: 'Why it was not completed.' }),
  }),
]);
export type ConversationReport = Static<typeof ConversationReport>;
