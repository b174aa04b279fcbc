import { defineSection } from '../../rules/sections/section-definition.js';
import { LLM_POLICY_RULES, llmPolicyFindings, mergeLlmPolicy } from './llm-policy.policy.js';
import { LlmPolicy, ModelRoute, NativeRoute, SentLlmPolicy } from './llm-policy.schema.js';
import { PARTNER_ROLES } from '../../../../core/shared/roles.js';

const DEFAULTS: LlmPolicy = {
  format_version: 2,
  primary: { model_id: 'gpt-4.1', temperature: 0.3, max_output_tokens: 512, timeout_ms: 4000 },
  secondary: { model_id: 'claude-haiku-4-5', temperature: 0.3, max_output_tokens: 512, timeout_ms: 4000 },
  fallback: { model_id: 'gemini-2.5-flash', temperature: 0.3, max_output_tokens: 512, timeout_ms: 6000 },
  native_routes: {},
};

const EXAMPLE: LlmPolicy = {
  ...DEFAULTS,
  primary: { ...DEFAULTS.primary, model_id: 'claude-sonnet-4-5', temperature: 0.2, top_p: 0.9 },
  secondary: { model_id: 'gpt-4.1-mini', temperature: 0.2, max_output_tokens: 512, timeout_ms: 4000 },
  failover: { on: ['timeout', 'provider_error', 'rate_limited'], retries_per_route: 0, cooldown_seconds: 60 },
  native_routes: {
    front_office: {
      model_id: 'gpt-realtime',
      transport: 'websocket',
      purpose: 'speech_to_speech',
      timeout_ms: 3000,
    },
  },
};

/** GET, PUT /llm-policy and its validation (workspace 1.1, 2.5). */
export const section = defineSection({
  name: 'llm-policy',
  route: 'v1/projects/:project_id/llm-policy',
  title: 'Model policy',
  schema: LlmPolicy,
  parts: { ModelRoute, NativeRoute },
  defaults: DEFAULTS,
  example: EXAMPLE,
  read: { scopes: PARTNER_ROLES },
  write: {
    scopes: ['partner_admin'],
    method: 'put',
    path: '',
    guard: 'if_match',
    schema: SentLlmPolicy,
    merge: (current, sent) => mergeLlmPolicy(current, sent as SentLlmPolicy),
    merges:
      'replaces everything but two fields. native_routes are merged with the stored ones: an omitted ' +
      'route stays, a null route is removed, and without the field all routes stay. An omitted ' +
      'format_version stays unchanged.',
  },
  validate: { scopes: ['partner_admin'], override: ['partner_admin'] },
  findings: llmPolicyFindings,
  rules: LLM_POLICY_RULES,
});
