import { Type, type Static } from '@sinclair/typebox';
import { closed, oneOf } from '../../../core/http/schemas/schema-parts.js';
import { TRANSCRIPT_LINES } from '../../configuration/rules/tests/kept-tests.js';
import { redactedLines } from '../../assistant-tests/rules/redacted-lines.schema.js';
import {
  LATENCY_STAGES,
  RUNTIME_FAILURES,
  TEST_CALL_OUTCOMES,
} from '../../assistant-tests/rules/test-call-status.policy.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

/** No stage of a turn takes longer than a caller waits; ten minutes are more than enough. */
const milliseconds = Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 }));

const stages = closed(
  Object.fromEntries(LATENCY_STAGES.map((stage) => [stage, milliseconds])) as Record<
    (typeof LATENCY_STAGES)[number],
    typeof milliseconds
  >,
  { description: 'Milliseconds of each stage.' },
);

const common = {
  sequence: Type.Integer({
    minimum: 1,
    maximum: MAX_INTEGER,
    description:
      'Increases with each report of a call; a report whose number is not higher than the last one is ' +
      'ignored.',
  }),
  at_utc: Type.String({
    maxLength: 35,
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?Z$',
    'x-message': 'must be an instant in UTC, such as 2026-10-31T04:12:09.000Z',
    description: 'When it happened; a future time counts as now, a time before the call as its beginning.',
  }),
  call_id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._:-]{1,128}$',
      'x-message': 'must be 1 to 128 letters, digits, dots, underscores, colons or hyphens',
      description: "The runtime's id of the call; no telephone number.",
    }),
  ),
};

const details = {
  stages: Type.Optional(stages),
  redacted_transcript: Type.Optional(redactedLines(TRANSCRIPT_LINES)),
};

export const TestCallReport = Type.Union([
  closed({ ...common, state: Type.Literal('in_call') }),
  closed({ ...common, state: Type.Literal('ended'), outcome: oneOf(TEST_CALL_OUTCOMES), ...details }),
  closed({ ...common, state: Type.Literal('failed'), failure_reason: oneOf(RUNTIME_FAILURES), ...details }),
]);
export type TestCallReport = Static<typeof TestCallReport>;
