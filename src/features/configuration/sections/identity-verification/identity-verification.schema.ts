import { Type, type Static } from '@sinclair/typebox';
import { closed, handle, line, oneOf, prose } from '../../../../core/http/schemas/schema-parts.js';

const STEP_KINDS = [
  'full_name',
  'date_of_birth',
  'postcode',
  'phone_number',
  'email_address',
  'account_number',
  'passphrase',
  'pin',
  'one_time_code',
] as const;

const step = closed(
  {
    step_id: handle({ description: 'Name of the step, unique in this list.', examples: ['birth-date'] }),
    kind: oneOf(STEP_KINDS, { description: 'The proof that the caller gives.' }),
    required: Type.Boolean({ description: 'Whether this step must match, even if others do.' }),
    attempts: Type.Integer({ minimum: 1, maximum: 5, description: 'How often the caller may try.' }),
    match: oneOf(['exact', 'last_four', 'sounds_alike'], {
      description: 'The required match: exact, the last four characters, or similar sound.',
    }),
    lookup_tool: Type.Optional(
      line(64, {
        description:
          "A plugin's tool that checks the answer; if left out, it is compared with the contact's data.",
        examples: ['check_customer'],
      }),
    ),
    prompt: Type.Optional(prose(300, { description: 'How the agent asks; if left out, in its own words.' })),
    one_time_code: Type.Optional(
      closed(
        {
          channel: oneOf(['sms', 'email'], { description: 'How the code reaches the caller.' }),
          digits: Type.Integer({ minimum: 4, maximum: 8, description: 'Length of the code.' }),
          expires_in_seconds: Type.Integer({
            minimum: 60,
            maximum: 900,
            description: 'How long it is valid, in seconds.',
          }),
        },
        { description: 'With one_time_code only.' },
      ),
    ),
  },
  { description: 'One question.' },
);

/** How a caller proves who they are before the agent speaks of personal matters. */
export const IdentityVerification = closed({
  enabled: Type.Boolean({ description: 'Whether callers are verified at all.' }),
  applies_to: Type.Array(oneOf(['inbound', 'outbound'], { description: 'A direction of calls.' }), {
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
    description: 'Which calls are verified.',
  }),
  steps: Type.Array(step, {
    maxItems: 10,
    description: 'The questions, asked in this order until enough have matched.',
  }),
  required_matches: Type.Integer({
    minimum: 1,
    maximum: 10,
    description: 'How many steps must match, including the required ones.',
  }),
  max_total_attempts: Type.Integer({
    minimum: 1,
    maximum: 20,
    description: 'Wrong answers in all steps together after which the caller has failed.',
  }),
  on_failure: closed(
    {
      action: oneOf(['transfer', 'end_call', 'continue_unverified', 'callback'], {
        description: 'The next step for a caller who has failed.',
      }),
      destination_id: Type.Optional(
        handle({
          description: 'With transfer: a destination of transfer routing; if left out, its default.',
        }),
      ),
      message: Type.Optional(prose(300, { description: 'Said to the caller first.' })),
    },
    { description: 'The next step for a caller who has failed.' },
  ),
  lockout: Type.Optional(
    closed(
      {
        failed_calls: Type.Integer({
          minimum: 2,
          maximum: 20,
          description: 'After this many failed calls from one number.',
        }),
        minutes: Type.Integer({
          minimum: 5,
          maximum: 1440,
          description: 'For how long the number is not verified, in minutes.',
        }),
      },
      { description: 'Limits repeated attempts from one number; if left out, there is no limit.' },
    ),
  ),
});
export type IdentityVerification = Static<typeof IdentityVerification>;
export type VerificationStep = Static<typeof step>;
