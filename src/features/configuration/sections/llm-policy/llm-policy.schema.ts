import { Type, type Static, type TProperties } from '@sinclair/typebox';
import { closed, line, oneOf } from '../../../../core/http/schemas/schema-parts.js';

const modelId = line(64, { description: 'A model of the catalogue.', examples: ['gpt-4.1'] });

const timeout = Type.Integer({
  minimum: 500,
  maximum: 30_000,
  description:
    'How long to wait for the first word of an answer, in milliseconds. A caller hears nothing meanwhile.',
});

/** A model and how it answers. */
export const ModelRoute = closed({
  model_id: modelId,
  temperature: Type.Number({
    minimum: 0,
    maximum: 2,
    description: 'Randomness of its answers; 0 gives the same answer each time.',
  }),
  top_p: Type.Optional(
    Type.Number({
      minimum: 0.01,
      maximum: 1,
      description: 'Share of the most likely words from which it chooses.',
    }),
  ),
  max_output_tokens: Type.Integer({
    minimum: 16,
    maximum: 4096,
    description: 'Longest answer; 4096 tokens are about twenty minutes of speech.',
  }),
  timeout_ms: timeout,
  reasoning_effort: Type.Optional(
    oneOf(['minimal', 'low', 'medium'], { description: 'How much it may reason before it speaks.' }),
  ),
});

const route = (description: string) => closed(ModelRoute.properties, { description });

/** A route of the runtime itself. */
export const NativeRoute = closed(
  {
    model_id: modelId,
    transport: oneOf(['websocket', 'webrtc'], { description: 'How speech travels to the model.' }),
    purpose: oneOf(['speech_to_speech', 'intent_detection', 'summarisation'], {
      description: "The runtime's use of the route.",
    }),
    timeout_ms: timeout,
  },
  { description: 'A model that the runtime talks to without the pipeline of transcriber and voice.' },
);

const NATIVE_ROUTE_NAME = '^[a-z][a-z0-9_]{0,47}$';
const NATIVE_ROUTE_NAME_RULE =
  'a lowercase letter, then at most 47 lowercase letters, digits and underscores';
// A route for each purpose, and some to try.
const MAX_NATIVE_ROUTES = 16;

const formatVersion = Type.Union([Type.Literal(1), Type.Literal(2)], {
  description:
    'Format of this policy; 2 adds failover. If left out, it stays unchanged: nothing is converted automatically.',
});

const routes = {
  primary: route('The model that answers.'),
  secondary: Type.Optional(route('Takes over if the primary one fails.')),
  fallback: Type.Optional(route('Takes over if both fail.')),
  failover: Type.Optional(
    closed(
      {
        on: Type.Array(
          oneOf(['timeout', 'provider_error', 'rate_limited', 'content_filtered'], {
            description: 'A kind of failure.',
          }),
          { minItems: 1, maxItems: 4, uniqueItems: true, description: 'Events that count as failure.' },
        ),
        retries_per_route: Type.Integer({
          minimum: 0,
          maximum: 2,
          description: 'How often a route is retried first.',
        }),
        cooldown_seconds: Type.Integer({
          minimum: 0,
          maximum: 600,
          description: 'For how long a route that failed is left out, in seconds.',
        }),
      },
      {
        description:
          'When the next route takes over; format 2 only. If left out, immediately on any failure.',
      },
    ),
  ),
} satisfies TProperties;

/** The language models that answer, and those that take over. */
export const LlmPolicy = closed({
  format_version: formatVersion,
  ...routes,
  native_routes: Type.Record(Type.String({ pattern: NATIVE_ROUTE_NAME }), NativeRoute, {
    additionalProperties: false,
    maxProperties: MAX_NATIVE_ROUTES,
    'x-names': NATIVE_ROUTE_NAME_RULE,
    description: 'Routes of the runtime itself, by name.',
  }),
});
export type LlmPolicy = Static<typeof LlmPolicy>;

/** The sent form: an omitted native route stays, a null one is removed. */
export const SentLlmPolicy = closed({
  format_version: Type.Optional(formatVersion),
  ...routes,
  native_routes: Type.Optional(
    Type.Record(Type.String({ pattern: NATIVE_ROUTE_NAME }), Type.Union([NativeRoute, Type.Null()]), {
      additionalProperties: false,
      maxProperties: 2 * MAX_NATIVE_ROUTES,
      'x-names': NATIVE_ROUTE_NAME_RULE,
      description: 'Routes of the runtime itself, by name. If left out, unchanged; null removes them.',
    }),
  ),
});
export type SentLlmPolicy = Static<typeof SentLlmPolicy>;
