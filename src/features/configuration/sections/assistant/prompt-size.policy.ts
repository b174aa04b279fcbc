import { isRecord } from '../../../../core/shared/json/json-path.js';
import { PlatformCatalogue, type CatalogueModel } from '../../../catalogs/platform-catalogue.js';
import { error, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule, SectionFacts } from '../../rules/sections/section-definition.js';
import { listOf, pluginsOf } from '../../rules/sections/other-sections.policy.js';
import type { Assistant } from './assistant.schema.js';

// No model maker's tokenizer is available here, and they differ. English takes about four bytes per
// token and Chinese about three; counting three makes the estimate a third too high rather than too
// low.
const BYTES_PER_TOKEN = 3;

// The size of half an hour of conversation as text: some 150 words a minute, four tokens for three
// words, and responses of tools.
const CONVERSATION_TOKENS = 8000;
// Models that hear and speak also store sound: about 10 tokens per second heard and 20 per second
// spoken, so ten minutes of both.
const SPOKEN_CONVERSATION_TOKENS = 12_000;

interface Route {
  readonly name: string;
  readonly model: CatalogueModel;
  /**
   * The space to reserve in addition to the instructions: the longest answer and a conversation.
   */
  readonly reserve: { readonly answer: number; readonly conversation: number };
}

/** Tokens that a text takes at most, by its bytes. */
const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/**
 * Whether the text at the start of every turn of a call fits into each model that may answer,
 * together with the longest answer and a conversation of some length. Everything is an estimate,
 * and the finding says so.
 */
export function sizeFindings(assistant: Assistant, facts: SectionFacts): Finding[] {
  const tokens = instructionTokens(assistant, facts);
  const tight = routesOf(facts)
    .map((route) => ({ ...route, left: route.model.context_tokens - route.reserve.answer - tokens }))
    .filter(({ left, reserve }) => left < reserve.conversation)
    .toSorted((a, b) => a.left - b.left)[0];
  if (!tight) return [];
  const { name, model, reserve, left } = tight;
  const size = `Instructions, knowledge and tools take about ${tokens} tokens; ${model.name} (${name}) holds ${model.context_tokens} with its answer.`;
  return [
    left < 0
      ? error(
          'prompt_exceeds_context',
          'prompt',
          `${size} Shorten them or choose a model with a larger context.`,
        )
      : warning(
          'prompt_crowds_conversation',
          'prompt',
          `${size} Only about ${left} are left for the conversation, which needs ${reserve.conversation}: long calls lose their beginning.`,
        ),
  ];
}

function instructionTokens(assistant: Assistant, facts: SectionFacts): number {
  // Numbers, the voice and the build are not read by the model.
  const {
    inbound_numbers: _numbers,
    voice_id: _voice,
    knowledge_build_id: _build,
    tools,
    ...read
  } = assistant;
  const definitions = pluginsOf(facts).flatMap((plugin) => {
    const named = tools.filter(({ plugin_id }) => plugin_id === plugin['plugin_id']);
    return listOf(plugin, 'tools')
      .filter((tool) =>
        named.some(({ tool_name }) => tool_name === undefined || tool_name === tool['tool_name']),
      )
      .map(({ tool_name, description, parameters }) => ({ tool_name, description, parameters }));
  });
  return estimateTokens(JSON.stringify([read, definitions]));
}

const SPOKEN = ['primary', 'secondary', 'fallback'] as const;

/** The routes of the model policy that conduct the conversation. */
function routesOf({ sections }: SectionFacts): Route[] {
  const policy = sections['llm-policy'];
  if (!isRecord(policy)) return [];
  const natives = isRecord(policy['native_routes']) ? Object.entries(policy['native_routes']) : [];
  const named: [string, unknown][] = [
    ...SPOKEN.map((name): [string, unknown] => [name, policy[name]]),
    ...natives
      .filter(([, route]) => isRecord(route) && route['purpose'] === 'speech_to_speech')
      .map(([name, route]): [string, unknown] => [`native_routes.${name}`, route]),
  ];
  return named.flatMap(([name, route]) => {
    const model = isRecord(route) ? PlatformCatalogue.model(String(route['model_id'])) : undefined;
    if (!model || !isRecord(route)) return [];
    const answer = route['max_output_tokens'];
    const conversation = model.modalities.includes('audio')
      ? SPOKEN_CONVERSATION_TOKENS
      : CONVERSATION_TOKENS;
    return [{ name, model, reserve: { answer: typeof answer === 'number' ? answer : 0, conversation } }];
  });
}

/** All findings about the size of an assistant's instructions. */
export const SIZE_RULES: readonly FindingRule[] = [
  [
    'prompt_exceeds_context',
    'error',
    'with the longest answer, a model of the model policy cannot hold the whole prompt',
  ],
  ['prompt_crowds_conversation', 'warning', 'it can, and leaves too little for a conversation'],
];
