import { Type, type Static } from '@sinclair/typebox';
import { PERSONAL } from '../../../../core/privacy/masking/personal-fields.policy.js';
import {
  closed,
  e164,
  handle,
  line,
  oneOf,
  prose,
  weeklyHours,
} from '../../../../core/http/schemas/schema-parts.js';
import { MAX_INTEGER } from '../../../../core/http/fields/max-integer.js';

/** A person, team or system to which calls can be transferred. */
export const CustomerDestination = closed(
  {
    destination_id: handle({
      description: 'Name of the destination, unique in this list.',
      examples: ['front-desk'],
    }),
    label: line(120, { description: 'A name for people.', examples: ['Front desk'], ...PERSONAL }),
    type: oneOf(['phone', 'sip'], {
      description: 'How it is reached; a phone needs phone_number, sip needs sip_uri.',
    }),
    phone_number: Type.Optional(e164({ description: 'E.164 number that is dialled.' })),
    sip_uri: Type.Optional(
      Type.String({
        maxLength: 256,
        pattern:
          '^sips?:[A-Za-z0-9._~!$&*+=%-]{1,64}@[A-Za-z0-9.-]{1,190}(?::[0-9]{1,5})?(?:;transport=(?:udp|tcp|tls))?$',
        'x-message': 'must be a SIP address, such as sip:reception@pbx.example.com',
        description: 'SIP address to dial.',
        examples: ['sip:reception@pbx.example.com;transport=tls'],
        ...PERSONAL,
      }),
    ),
    mode: oneOf(['cold', 'warm'], {
      description:
        'cold hands the caller over immediately; warm speaks the whisper to the person who answers first.',
    }),
    priority: Type.Integer({
      minimum: 1,
      maximum: 100,
      description:
        'If neither a trigger nor the default names a destination, the lowest number is tried first.',
    }),
    enabled: Type.Boolean({ description: 'A disabled destination is skipped.' }),
    business_hours: Type.Optional(
      weeklyHours({ description: "Weekly hours in the project's time zone; left out: around the clock." }),
    ),
    overflow_destination_id: Type.Optional(
      handle({
        description: 'The destination used while this one is closed or disabled, or does not answer.',
      }),
    ),
  },
  { description: 'A person, team or system of the customer that calls can be handed to.' },
);

const intent = closed(
  {
    intent_id: handle({ description: 'Name of the intent, unique in this list.', examples: ['billing'] }),
    keywords: Type.Array(
      line(60, {
        description: 'A word or phrase; case does not matter, whole words only.',
        examples: ['invoice'],
      }),
      { minItems: 1, maxItems: 30, description: "One of them in the caller's words is enough." },
    ),
    destination_id: Type.Optional(
      handle({ description: 'The destination of these callers; left out: the default destination.' }),
    ),
  },
  { description: 'A subject that leads to a transfer.' },
);

/** The version number of `customer_destinations`. */
export const customerDestinationsVersion = Type.Integer({
  minimum: 0,
  maximum: MAX_INTEGER,
  description:
    'Counts the changes of customer_destinations and is never reused. A write sends the number that was read.',
});

const writable = {
  enabled: Type.Boolean({ description: 'Whether calls are handed over at all.' }),
  customer_destinations: Type.Array(CustomerDestination, {
    maxItems: 50,
    description: 'The people and numbers a call can be handed to.',
  }),
  default_destination_id: Type.Optional(
    handle({ description: 'The destination of callers without a matching intent; left out: by priority.' }),
  ),
  triggers: closed(
    {
      caller_requests_human: Type.Boolean({ description: 'Hand over when the caller asks for a person.' }),
      failed_turns: Type.Integer({
        minimum: 0,
        maximum: 10,
        description: 'Hand over after this many turns in a row that were not understood; 0: never.',
      }),
      intents: Type.Array(intent, {
        maxItems: 50,
        description: 'Subjects that lead to a transfer; the first match applies.',
      }),
    },
    { description: 'Triggers that make the agent hand a call over.' },
  ),
  attempts: closed(
    {
      max_attempts: Type.Integer({
        minimum: 1,
        maximum: 5,
        description: 'How many destinations are tried for one call.',
      }),
      ring_timeout_seconds: Type.Integer({
        minimum: 5,
        maximum: 120,
        description: 'How long one destination rings, in seconds.',
      }),
      total_timeout_seconds: Type.Integer({
        minimum: 10,
        maximum: 600,
        description: 'How long a caller waits for all attempts together, in seconds.',
      }),
    },
    { description: 'Limits of the attempts.' },
  ),
  announcements: closed(
    {
      caller: Type.Optional(prose(500, { description: 'Said to the caller before the transfer.' })),
      whisper: Type.Optional(
        prose(500, { description: 'Said to the person who answers, before a warm transfer joins.' }),
      ),
      hold_music: Type.Boolean({ description: 'Whether the caller hears music while it rings.' }),
    },
    { description: 'The text that callers hear while they wait.' },
  ),
  fallback: closed(
    {
      action: oneOf(['voicemail', 'hang_up', 'callback'], {
        description: 'The next step when no destination can be reached.',
      }),
      message: Type.Optional(prose(500, { description: 'Said to the caller first.' })),
      callback_within_minutes: Type.Optional(
        Type.Integer({
          minimum: 5,
          maximum: 10_080,
          description: 'The time that callback promises a caller, in minutes; at most a week.',
        }),
      ),
    },
    { description: 'The next step when none of them answers.' },
  ),
};

/** Transfer routing: when a call is transferred to people, to whom, and what happens otherwise. */
export const TransferRouting = closed({
  ...writable,
  customer_destinations_version: customerDestinationsVersion,
});
export type TransferRouting = Static<typeof TransferRouting>;

/** The request: it may repeat the version number that was read, which is not saved. */
export const SentTransferRouting = closed({
  ...writable,
  customer_destinations_version: Type.Optional(customerDestinationsVersion),
});

export type CustomerDestination = Static<typeof CustomerDestination>;
