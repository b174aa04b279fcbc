import { Type, type Static } from '@sinclair/typebox';
import {
  closed,
  e164,
  handle,
  language,
  line,
  oneOf,
  prose,
} from '../../../../core/http/schemas/schema-parts.js';

/** The variables that the runtime fills in. */
export const SYSTEM_VARIABLES = [
  'call_direction',
  'current_date',
  'current_time',
  'project_name',
  'weekday',
] as const;

const variable = closed(
  {
    name: Type.String({
      pattern: '^[a-z][a-z0-9_]{0,47}$',
      'x-message': 'must be a lowercase letter, then at most 47 lowercase letters, digits and underscores',
      description: 'The name between {{ and }}.',
      examples: ['first_name'],
    }),
    description: line(200, { description: 'A description for people.' }),
    source: oneOf(['call', 'contact', 'fixed', 'system'], {
      description:
        'The source of its value: the system that starts the call; the personalization of the contact of a ' +
        'campaign, under this name; always the default; or the runtime, for the names ' +
        `${SYSTEM_VARIABLES.join(', ')}.`,
    }),
    required: Type.Boolean({
      description: 'Whether a call needs a value; without one it is not started. false: the default is used.',
    }),
    default: Type.Optional(line(200, { description: 'Said if there is no value.' })),
  },
  { description: 'A value that differs from call to call.' },
);

const TRIGGERS = [
  'abuse',
  'asks_for_person',
  'described',
  'emergency',
  'goal_reached',
  'goodbye',
  'not_understood',
  'out_of_scope',
  'wrong_number',
] as const;

const rule = {
  rule_id: handle({ description: 'Name of the rule, unique in this list.', examples: ['caller-is-done'] }),
  trigger: oneOf(TRIGGERS, {
    description: 'The trigger; described means the text of when, and nothing else.',
  }),
  when: Type.Optional(
    prose(300, {
      description: 'Narrows the trigger, in words for the model; needed with described.',
      examples: ['The caller says that the booking is all they wanted.'],
    }),
  ),
  say: Type.Optional(prose(300, { description: 'Said first.' })),
};

const persona = closed(
  {
    name: line(80, {
      description: 'The name with which the assistant introduces itself.',
      examples: ['Ava'],
    }),
    role: line(120, {
      description: 'The role in which it introduces itself.',
      examples: ['virtual receptionist'],
    }),
    speaking_style: Type.Optional(
      prose(1000, { description: 'How it speaks.', examples: ['Warm and unhurried, in short sentences.'] }),
    ),
  },
  { description: 'The speaker.' },
);

const interruption = closed(
  {
    enabled: Type.Boolean({ description: 'Whether a caller who speaks stops the assistant.' }),
    sensitivity: Type.Optional(
      oneOf(['low', 'medium', 'high'], {
        description: 'How easily a sound counts as speech; if left out, medium. Only with enabled.',
      }),
    ),
    during_greeting: Type.Optional(
      Type.Boolean({ description: 'Whether the greeting can be interrupted too; if left out, it can.' }),
    ),
  },
  { description: 'The behaviour when both speak.' },
);

const silence = closed(
  {
    ask_after_seconds: Type.Integer({
      minimum: 2,
      maximum: 60,
      description: "After how many seconds of the caller's silence each question is asked.",
    }),
    questions: Type.Array(prose(200, { description: 'Such as: Are you still there?' }), {
      maxItems: 3,
      description: 'Asked one after the other, while the silence lasts.',
    }),
    end_call_after_seconds: Type.Integer({
      minimum: 5,
      maximum: 600,
      description: "After how many seconds since the caller's last word the call ends.",
    }),
    goodbye: Type.Optional(prose(200, { description: 'Said before the call ends because of silence.' })),
  },
  { description: 'The behaviour when the caller says nothing.' },
);

const snippet = closed(
  {
    title: line(120, { description: 'The topic of the snippet.', examples: ['Parking'] }),
    text: prose(4000, {
      description: 'Facts that the assistant may use; taken literally, without variables.',
    }),
  },
  { description: 'Something that callers ask about.' },
);

const tool = closed(
  {
    plugin_id: handle({ description: 'A plugin of the project.', examples: ['practice-records'] }),
    tool_name: Type.Optional(
      line(64, { description: 'One of its tools; left out: all of them.', examples: ['find_free_slots'] }),
    ),
  },
  { description: 'Tools that the assistant may use.' },
);

/**
 * The assistant: its instructions, its voice, when it transfers and when it ends a call. The limits
 * are chosen so that a maximal configuration in Latin script fits the 128 KiB of a section.
 */
export const Assistant = closed({
  prompt: prose(20_000, {
    minLength: 0,
    description:
      'Instructions to the assistant: its role, its tasks and its limits; {{name}} inserts a variable. ' +
      'Empty: there is no ' +
      'assistant yet.',
  }),
  variables: Type.Array(variable, { maxItems: 30, description: 'Every variable that a text may name.' }),
  greeting: Type.Optional(
    prose(1000, { description: 'The first words if the assistant speaks first; may name variables.' }),
  ),
  persona,
  languages: Type.Array(language({ description: 'A language it speaks.' }), {
    minItems: 1,
    maxItems: 8,
    uniqueItems: true,
    description: 'The languages of the assistant, the main one first.',
  }),
  voice_id: Type.Optional(
    line(64, {
      description: "A voice of the catalogue; if left out, the providers' voice.",
      examples: ['en-au-harriet'],
    }),
  ),
  first_speaker: oneOf(['assistant', 'caller'], { description: 'The side that speaks first.' }),
  interruption,
  silence,
  end_call_rules: Type.Array(closed(rule, { description: 'When the assistant ends the call.' }), {
    maxItems: 10,
    description: 'When the assistant ends the call.',
  }),
  escalation_rules: Type.Array(
    closed(
      {
        ...rule,
        destination_id: Type.Optional(
          handle({
            description: 'A destination of transfer routing; if left out, transfer routing chooses it.',
            examples: ['front-desk'],
          }),
        ),
      },
      { description: 'When the assistant hands the call to people.' },
    ),
    { maxItems: 10, description: 'When the assistant hands the call to people.' },
  ),
  knowledge: Type.Array(snippet, {
    maxItems: 16,
    description: 'Knowledge of the assistant in addition to its prompt.',
  }),
  knowledge_build_id: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
      'x-message': 'must be a build_id: a UUID in lower case',
      description:
        'A ready build of the project, from whose sources the runtime finds passages during a call; if left ' +
        'out, it finds none.',
      examples: ['0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10'],
    }),
  ),
  inbound_numbers: Type.Array(e164({ description: 'An E.164 number.' }), {
    maxItems: 20,
    uniqueItems: true,
    description:
      'Numbers whose calls the assistant answers. They are named here and connected at the carrier.',
  }),
  tools: Type.Array(tool, { maxItems: 30, description: 'Tools of plugins that the assistant may use.' }),
});
export type Assistant = Static<typeof Assistant>;
export type AssistantVariable = Static<typeof variable>;
export type EndCallRule = Assistant['end_call_rules'][number];
