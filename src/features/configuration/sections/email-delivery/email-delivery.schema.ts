import { Type, type Static } from '@sinclair/typebox';
import { PERSONAL } from '../../../../core/privacy/masking/personal-fields.policy.js';
import { closed, email, language, line, oneOf } from '../../../../core/http/schemas/schema-parts.js';

export const EMAIL_EVENTS = [
  'call_completed',
  'call_missed',
  'call_failed',
  'human_escalation',
  'transfer_failed',
  'booking_created',
  'callback_requested',
] as const;

/** The placeholders of a subject: none of them reveals the caller or the conversation. */
export const PLACEHOLDERS = [
  'agent_name',
  'call_id',
  'direction',
  'duration',
  'event',
  'outcome',
  'project_name',
  'started_at',
] as const;

const recipient = closed(
  {
    address: email({ description: 'Email address.', examples: ['reception@example.com'] }),
    label: Type.Optional(line(120, { description: 'Name of the recipient.', ...PERSONAL })),
    role: oneOf(['to', 'cc', 'bcc'], { description: 'Whether the address is in To, Cc or Bcc.' }),
    events: Type.Array(oneOf(EMAIL_EVENTS, { description: 'An event.' }), {
      minItems: 1,
      maxItems: EMAIL_EVENTS.length,
      uniqueItems: true,
      description: 'The messages that the address gets.',
    }),
    enabled: Type.Boolean({ description: 'A disabled recipient gets no message.' }),
  },
  { description: 'A person who gets messages about calls.' },
);

export const EmailDelivery = closed({
  enabled: Type.Boolean({ description: 'Whether messages are sent at all.' }),
  recipients: Type.Array(recipient, { maxItems: 20, description: 'The recipients.' }),
  from_name: line(120, {
    description: "Name of the sender; the address is the platform's.",
    examples: ['Front desk assistant'],
  }),
  reply_to: Type.Optional(
    email({ description: 'The address for replies; if left out, replies are not received.' }),
  ),
  subject_template: line(200, {
    description: `Subject; {{${PLACEHOLDERS.join('}}, {{')}}} are replaced by their values.`,
    examples: ['{{project_name}}: {{outcome}}'],
  }),
  language: language({ description: 'Language of the message.' }),
  include_summary: Type.Boolean({ description: 'Whether the summary of the call is part of the message.' }),
  include_transcript: oneOf(['none', 'redacted'], {
    description: 'Whether the transcript is part of it, always with personal information redacted.',
  }),
  digest: closed(
    {
      mode: oneOf(['immediate', 'daily'], { description: 'A message for each call, or one for each day.' }),
      send_at: Type.Optional(
        Type.String({
          pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
          'x-message': 'must be a time from 00:00 to 23:59',
          description: "The time of a daily message, in the project's time zone.",
          examples: ['18:00'],
        }),
      ),
    },
    { description: 'How often messages are sent.' },
  ),
});
export type EmailDelivery = Static<typeof EmailDelivery>;
