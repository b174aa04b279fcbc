import { DETECTION_DEFAULTS } from '../../rules/sections/answering-machine.js';
import { defineSection } from '../../rules/sections/section-definition.js';
import {
  mergeProviderConfiguration,
  PROVIDER_RULES,
  providerFindings,
} from './provider-configuration.policy.js';
import { ProviderConfiguration, SentProviderConfiguration } from './provider-configuration.schema.js';
import { PARTNER_ROLES } from '../../../../core/shared/roles.js';

const DEFAULTS: ProviderConfiguration = {
  stt: {
    provider: 'deepgram',
    region: 'auto',
    language: 'en-AU',
    endpointing_ms: 300,
    interim_results: true,
    keywords: [],
    fallbacks: [],
  },
  tts: { provider: 'elevenlabs', voice_id: 'en-au-harriet', speed: 1, region: 'auto' },
  llm: { routing: 'platform', accounts: [] },
  telephony: { provider: 'platform', region: 'auto' },
  latency: { profile: 'balanced', target_response_ms: 1200 },
  answering_machine_detection: DETECTION_DEFAULTS,
  runtime_native: {},
};

const EXAMPLE: ProviderConfiguration = {
  ...DEFAULTS,
  stt: {
    ...DEFAULTS.stt,
    model: 'nova-3',
    region: 'au',
    keywords: ['Invisalign', 'periodontist'],
    fallbacks: [{ provider: 'azure', region: 'au' }],
  },
  tts: { ...DEFAULTS.tts, region: 'au', fallback_voice_id: 'en-au-jack', stability: 0.6 },
  telephony: { provider: 'platform', region: 'au', caller_id: '+61255501234' },
  latency: { profile: 'fastest', target_response_ms: 900, filler_after_ms: 2000 },
  answering_machine_detection: { ...DETECTION_DEFAULTS, timeout_ms: 15_000 },
};

/** GET, PUT /provider-configuration and its validation (workspace 1.1, 2.4). */
export const section = defineSection({
  name: 'provider-configuration',
  route: 'v1/projects/:project_id/provider-configuration',
  title: 'Providers',
  schema: ProviderConfiguration,
  defaults: DEFAULTS,
  example: EXAMPLE,
  read: { scopes: PARTNER_ROLES },
  write: {
    scopes: ['partner_admin'],
    method: 'put',
    path: '',
    guard: 'optional',
    schema: SentProviderConfiguration,
    merge: (current, sent) => mergeProviderConfiguration(current, sent as SentProviderConfiguration),
    merges:
      'replaces everything but runtime_native, which belongs to the runtime: left out it stays, and sent it must be as it was read (422 read_only).',
    whole: {
      schema: SentProviderConfiguration,
      give: ({ runtime_native: _, ...rest }) => rest,
      take: (current, sent) => mergeProviderConfiguration(current, sent as SentProviderConfiguration),
    },
  },
  validate: { scopes: PARTNER_ROLES, override: ['partner_admin'] },
  findings: providerFindings,
  rules: PROVIDER_RULES,
});
