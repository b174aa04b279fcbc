import { Type, type Static } from '@sinclair/typebox';
import { PERSONAL } from '../../../../core/privacy/masking/personal-fields.policy.js';
import { closed, handle, httpsUrl, line, oneOf, prose } from '../../../../core/http/schemas/schema-parts.js';
import { SecretRef } from '../../rules/sections/secret-ref.js';

const SCALARS = ['string', 'number', 'integer', 'boolean'] as const;

const parameter = closed(
  {
    type: oneOf([...SCALARS, 'array'], { description: 'Kind of value, as in JSON Schema.' }),
    description: prose(500, { description: 'Instructs the model what to fill in.' }),
    enum: Type.Optional(
      Type.Array(
        Type.Union([line(100, { description: 'A text.' }), Type.Number({ description: 'A number.' })]),
        {
          minItems: 1,
          maxItems: 50,
          uniqueItems: true,
          description: 'The only allowed values.',
        },
      ),
    ),
    items: Type.Optional(
      closed(
        { type: oneOf(SCALARS, { description: 'Kind of each item.' }) },
        { description: 'The type of the items; with array only.' },
      ),
    ),
    minimum: Type.Optional(Type.Number({ description: 'Smallest number; with number and integer only.' })),
    maximum: Type.Optional(Type.Number({ description: 'Largest number; with number and integer only.' })),
    max_length: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 4000, description: 'Longest text; with string only.' }),
    ),
  },
  { description: 'One value that the model fills in.' },
);

// The major model makers accept these names of tools and their parameters.
const TOOL_NAME = '^[A-Za-z_][A-Za-z0-9_-]{0,63}$';
const TOOL_NAME_RULE =
  'must begin with a letter or underscore, and contain at most 64 letters, digits, hyphens and underscores';

const HEADER_NAME = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$";
const HEADER_NAME_RULE = 'HTTP header names of at most 64 characters';

const SETTING_NAME = '^[a-z][a-z0-9_]{0,63}$';
const SETTING_NAME_RULE = 'a lowercase letter, then at most 63 lowercase letters, digits and underscores';

const delivery = {
  url: httpsUrl({
    description: 'Where it is sent; https, and on the public internet.',
    examples: ['https://api.example.com/slots'],
  }),
  timeout_ms: Type.Integer({
    minimum: 500,
    maximum: 20_000,
    description: 'How long to wait for an answer, in milliseconds. The caller waits, too.',
  }),
};

const tool = closed(
  {
    tool_name: Type.String({
      pattern: TOOL_NAME,
      'x-message': TOOL_NAME_RULE,
      description: 'The name with which the model calls the tool; unique among all enabled plugins.',
      examples: ['find_free_slots'],
    }),
    description: prose(1000, { description: 'Tells the model what the tool does and when to use it.' }),
    method: oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], {
      description: 'With GET and DELETE, parameters are sent in the query, otherwise in a JSON body.',
    }),
    ...delivery,
    retries: Type.Integer({
      minimum: 0,
      maximum: 2,
      description: 'How often a call without an answer is repeated; its effect may then happen twice.',
    }),
    headers: Type.Record(
      Type.String({ pattern: HEADER_NAME }),
      line(500, { description: 'Value of the header.' }),
      {
        additionalProperties: false,
        maxProperties: 20,
        'x-names': HEADER_NAME_RULE,
        description: 'Headers that are not secret, by name.',
      },
    ),
    secret_headers: Type.Record(Type.String({ pattern: HEADER_NAME }), SecretRef, {
      additionalProperties: false,
      maxProperties: 10,
      'x-names': HEADER_NAME_RULE,
      description: 'Headers whose values are secrets of the project, by name.',
    }),
    parameters: closed(
      {
        type: Type.Literal('object', { description: 'Always object.' }),
        properties: Type.Record(Type.String({ pattern: TOOL_NAME }), parameter, {
          additionalProperties: false,
          maxProperties: 30,
          'x-names': TOOL_NAME_RULE,
          description: 'The parameters, by name.',
        }),
        required: Type.Array(line(64, { description: 'Name of a parameter.' }), {
          maxItems: 30,
          uniqueItems: true,
          description: 'The required parameters.',
        }),
      },
      { description: 'The parameters that the model fills in, in the style of JSON Schema.' },
    ),
    say_while_waiting: Type.Optional(
      prose(300, { description: 'Said to the caller when the tool is called.' }),
    ),
  },
  { description: 'Something the agent can do during a call.' },
);

const webhook = closed(
  {
    webhook_name: handle({ description: 'Name of the webhook, unique in its plugin.' }),
    event: oneOf(['call_started', 'call_ended', 'call_analyzed', 'transfer_initiated'], {
      description: 'When it is sent.',
    }),
    ...delivery,
    signing_secret: Type.Optional(SecretRef),
  },
  { description: 'A receiver of events.' },
);

const plugin = closed(
  {
    plugin_id: handle({ description: 'Name of the plugin, unique in this list.', examples: ['crm'] }),
    name: line(120, { description: 'The display name.', examples: ['Customer records'] }),
    enabled: Type.Boolean({ description: 'A disabled plugin offers no tool and receives no event.' }),
    settings: Type.Record(
      Type.String({ pattern: SETTING_NAME }),
      Type.Union(
        [
          prose(2000, { description: 'A text.' }),
          Type.Number({ description: 'A number.' }),
          Type.Boolean({ description: 'Yes or no.' }),
        ],
        { description: 'A text, a number, or true or false.', ...PERSONAL },
      ),
      {
        additionalProperties: false,
        maxProperties: 50,
        'x-names': SETTING_NAME_RULE,
        description: "The plugin's own settings, by name; no secrets.",
      },
    ),
    secrets: Type.Record(Type.String({ pattern: SETTING_NAME }), SecretRef, {
      additionalProperties: false,
      maxProperties: 10,
      'x-names': SETTING_NAME_RULE,
      description: 'Settings that are secrets of the project, by name.',
    }),
    tools: Type.Array(tool, { maxItems: 20, description: 'Tools that it offers to the agent.' }),
    webhooks: Type.Array(webhook, { maxItems: 10, description: 'Events that it receives.' }),
  },
  { description: 'A system of the customer or of a third party.' },
);

/** The systems that an agent works with: tools during a call, and webhooks. */
export const PluginConfiguration = closed({
  plugins: Type.Array(plugin, { maxItems: 20, description: 'The plugins of the project.' }),
});
export type PluginConfiguration = Static<typeof PluginConfiguration>;
export type Plugin = Static<typeof plugin>;
export type Tool = Static<typeof tool>;
export type ToolParameter = Static<typeof parameter>;
