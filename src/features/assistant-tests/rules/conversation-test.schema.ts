import { Type, type Static } from '@sinclair/typebox';
import { closed, handle, language, line, oneOf, prose } from '../../../core/http/schemas/schema-parts.js';

// All major model providers accept these tool names.
const toolName = Type.String({
  pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,63}$',
  'x-message':
    'must begin with a letter or underscore, and contain at most 64 letters, digits, hyphens and underscores',
  description: 'Name of a tool of a plugin.',
  examples: ['find_free_slots'],
});

const kind = <const K extends string>(word: K) => Type.Literal(word);

/** An assertion about a conversation. The list is closed: every runtime can decide all of them. */
const assertion = Type.Union(
  [
    closed({
      kind: kind('agent_says'),
      match: oneOf(['contains', 'not_contains'], {
        description: 'contains: in at least one line; not_contains: in none. Case does not matter.',
      }),
      text: line(200, {
        description: "A text that the agent's words must contain.",
        examples: ['ten past nine'],
      }),
    }),
    closed({
      kind: kind('transfers_to'),
      destination: handle({ description: 'A destination_id of transfer routing.', examples: ['front-desk'] }),
    }),
    closed({ kind: kind('tool_called'), tool: toolName }),
    closed({
      kind: kind('ends_call_by'),
      party: oneOf(['agent', 'caller', 'transfer'], { description: 'The side that ends the call.' }),
    }),
    closed({
      kind: kind('max_turns'),
      turns: Type.Integer({ minimum: 1, maximum: 100, description: 'Turns of the agent, at most.' }),
    }),
    closed({
      kind: kind('max_first_response_ms'),
      milliseconds: Type.Integer({
        minimum: 1,
        maximum: 60_000,
        description: "From the caller's first words to the first answer, at most.",
      }),
    }),
    closed({
      kind: kind('language_is'),
      language: language({ description: 'The language that the agent speaks at the end.' }),
    }),
  ],
  { description: 'An expectation of the conversation.' },
);
export type Assertion = Static<typeof assertion>;

/** A scripted caller, and a person's lines in a talk with a draft. */
export const conversationScript = closed(
  {
    language: language({ description: 'The language that the caller speaks.' }),
    variables: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }),
        Type.String({ maxLength: 500, description: 'The value of the variable.' }),
        {
          maxProperties: 50,
          additionalProperties: false,
          description: 'Values of variables of the prompt, by their names.',
        },
      ),
    ),
    turns: Type.Array(
      closed({
        says: prose(500, { description: 'A line of the caller.', examples: ['Are you open on Sunday?'] }),
      }),
      // The longest call that people script by hand; a runtime completes it within its lease.
      { minItems: 1, maxItems: 30, description: "The caller's lines, one for each turn." },
    ),
  },
  { description: 'The scripted caller.' },
);

export const ConversationTest = closed({
  name: line(120, {
    description: 'A name for people, unique in the project.',
    examples: ['Asks for opening hours'],
  }),
  script: conversationScript,
  assertions: Type.Array(assertion, {
    minItems: 1,
    maxItems: 20,
    description: 'The expectations; all of them must be met.',
  }),
});
export type ConversationTest = Static<typeof ConversationTest>;
/** The sealed part of a test. */
export type ConversationDefinition = Pick<ConversationTest, 'script' | 'assertions'>;

/** For the OpenAPI document; valid in any project. */
export const CONVERSATION_TEST_EXAMPLE: ConversationTest = {
  name: 'Asks for opening hours',
  script: {
    language: 'en-AU',
    turns: [{ says: 'Hello. Are you open on Sunday?' }, { says: 'Thank you, bye.' }],
  },
  assertions: [
    { kind: 'agent_says', match: 'not_contains', text: 'I do not know' },
    { kind: 'max_turns', turns: 6 },
    { kind: 'max_first_response_ms', milliseconds: 1500 },
  ],
};
