import { PlatformCatalogue, type CatalogueModel } from '../../../catalogs/platform-catalogue.js';
import { error, found, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule } from '../../rules/sections/section-definition.js';
import type { LlmPolicy, SentLlmPolicy } from './llm-policy.schema.js';

/** The policy to save: sent native routes are added, and the format stays unless named. */
export function mergeLlmPolicy(current: LlmPolicy, sent: SentLlmPolicy): LlmPolicy {
  const { format_version = current.format_version, native_routes: sentRoutes = {}, ...rest } = sent;
  const routes = { ...current.native_routes, ...sentRoutes };
  const kept = Object.entries(routes).flatMap(([name, route]) =>
    route === null ? [] : [[name, route] as const],
  );
  return { ...rest, format_version, native_routes: Object.fromEntries(kept) };
}

const SPOKEN = ['primary', 'secondary', 'fallback'] as const;

// Callers hang up on silence; the total time of three routes should stay below what they tolerate.
const LONGEST_SILENCE_MS = 20_000;

/** The rules of the model policy that a schema cannot express. */
export function llmPolicyFindings(policy: LlmPolicy): Finding[] {
  const spoken = SPOKEN.flatMap((name): SpokenRoute[] => {
    const route = policy[name];
    return route ? [{ name, route }] : [];
  });
  return [
    ...spoken.flatMap(({ name, route }) => modelFindings(route.model_id, `${name}.model_id`, 'text')),
    ...Object.entries(policy.native_routes).flatMap(([name, route]) =>
      modelFindings(
        route.model_id,
        `native_routes.${name}.model_id`,
        route.purpose === 'speech_to_speech' ? 'audio' : 'text',
      ),
    ),
    ...orderFindings(policy),
    ...spreadFindings(spoken),
  ];
}

function modelFindings(modelId: string, path: string, modality: 'text' | 'audio'): Finding[] {
  const model = PlatformCatalogue.model(modelId);
  const choice = `Choose one of ${choiceFor(modality)}.`;
  if (!model) return [error('model_unknown', path, `The catalogue has no model ${modelId}. ${choice}`)];
  if (!suits(model, modality)) {
    return [
      error(
        'model_unsuitable',
        path,
        `${model.name} does not support ${modality}, which this route needs. ${choice}`,
      ),
    ];
  }
  if (model.status === 'deprecated') {
    return [
      warning('model_deprecated', path, `${model.name} is deprecated. Use ${model.replacement_model_id}.`),
    ];
  }
  return [];
}

// Models for speech also support text, but are made for routes of the runtime.
const suits = ({ modalities }: CatalogueModel, modality: 'text' | 'audio'): boolean =>
  modality === 'audio'
    ? modalities.includes('audio')
    : modalities.includes('text') && !modalities.includes('audio');

const choiceFor = (modality: 'text' | 'audio'): string =>
  PlatformCatalogue.models
    .filter((model) => model.status !== 'deprecated' && suits(model, modality))
    .map(({ model_id }) => model_id)
    .join(', ');

function orderFindings({ format_version, primary, secondary, fallback, failover }: LlmPolicy): Finding[] {
  const findings: Finding[] = [];
  if (failover && format_version === 1) {
    findings.push(
      error('format_too_old', 'failover', 'Format 1 has no failover. Send format_version 2 with it.'),
    );
  }
  if (secondary && isSameModel(primary, secondary)) {
    findings.push(
      error(
        'secondary_equals_primary',
        'secondary.model_id',
        'This is also the primary model, so it would fail for the same reasons. Choose another model.',
      ),
    );
  }
  if (!fallback) {
    findings.push(
      warning('fallback_missing', 'fallback', 'If all routes fail, the call ends. Set a fallback.'),
    );
  } else if (isSameModel(primary, fallback) || (secondary && isSameModel(secondary, fallback))) {
    findings.push(
      warning(
        'fallback_repeats',
        'fallback.model_id',
        'This model has already failed when the fallback is used. Choose another model.',
      ),
    );
  }
  return findings;
}

const isSameModel = (one: { model_id: string }, other: { model_id: string }): boolean =>
  one.model_id === other.model_id;

interface SpokenRoute {
  readonly name: (typeof SPOKEN)[number];
  readonly route: LlmPolicy['primary'];
}

function spreadFindings(spoken: readonly SpokenRoute[]): Finding[] {
  const families = new Set(spoken.map(({ route }) => PlatformCatalogue.model(route.model_id)?.family));
  const [family] = families;
  const silence = spoken.reduce((sum, { route }) => sum + route.timeout_ms, 0);
  return found(
    spoken.length > 1 &&
      families.size === 1 &&
      family !== undefined &&
      warning(
        'single_provider',
        spoken.at(-1)!.name,
        `All routes run at ${family}: an outage there stops all of them.`,
      ),
    silence > LONGEST_SILENCE_MS &&
      warning(
        'failover_slow',
        'primary.timeout_ms',
        `A caller may hear nothing for ${silence / 1000} s. Keep the sum of all timeouts within ` +
          `${LONGEST_SILENCE_MS / 1000} s.`,
      ),
  );
}

export const LLM_POLICY_RULES: readonly FindingRule[] = [
  ['model_unknown', 'error', 'the catalogue has no such model'],
  ['model_unsuitable', 'error', 'the model is for speech and the route needs text, or the other way round'],
  ['model_deprecated', 'warning', 'the model is deprecated'],
  ['format_too_old', 'error', 'failover with format 1'],
  ['secondary_equals_primary', 'error', 'the secondary model is the primary one'],
  ['fallback_missing', 'warning', 'there is no fallback'],
  ['fallback_repeats', 'warning', 'the fallback is the primary or secondary model'],
  ['single_provider', 'warning', 'primary, secondary and fallback are of one family'],
  ['failover_slow', 'warning', 'their timeouts together are more than 20 s'],
];
