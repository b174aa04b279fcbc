import { describe, expect, it } from 'vitest';
import { llmPolicyFindings, mergeLlmPolicy } from './llm-policy.policy.js';
import type { LlmPolicy } from './llm-policy.schema.js';
import { section } from './llm-policy.section.js';

const { defaults } = section;
const using = (model_id: string, more: Partial<LlmPolicy['primary']> = {}): LlmPolicy['primary'] => ({
  ...defaults.primary,
  model_id,
  ...more,
});
const native = (
  model_id: string,
  purpose: LlmPolicy['native_routes'][string]['purpose'] = 'speech_to_speech',
): LlmPolicy['native_routes'][string] => ({ model_id, purpose, transport: 'websocket', timeout_ms: 3000 });

const without = (policy: LlmPolicy, ...names: (keyof LlmPolicy)[]): LlmPolicy =>
  Object.fromEntries(
    Object.entries(policy).filter(([name]) => !names.includes(name as keyof LlmPolicy)),
  ) as LlmPolicy;

const found = (policy: LlmPolicy): string[] =>
  llmPolicyFindings(policy).map(({ severity, code, path }) => `${severity} ${code} ${path}`);

describe('findings about the model policy', () => {
  it.each<[string, LlmPolicy, string[]]>([
    ['nothing about the defaults', defaults, []],
    ['nothing about the example', section.example, []],
    [
      'a model that is not in the catalogue',
      { ...defaults, primary: using('gpt-9') },
      ['error model_unknown primary.model_id'],
    ],
    [
      'a model on its way out',
      { ...defaults, primary: using('gpt-4o') },
      ['warning model_deprecated primary.model_id'],
    ],
    [
      'a model made for speech where text is needed',
      { ...defaults, fallback: using('gpt-realtime') },
      ['error model_unsuitable fallback.model_id'],
    ],
    [
      'a model made for text where speech is needed',
      { ...defaults, native_routes: { front: native('gpt-4.1') } },
      ['error model_unsuitable native_routes.front.model_id'],
    ],
    [
      'nothing about a model for text in a native route that takes text',
      { ...defaults, native_routes: { notes: native('gpt-4.1', 'summarisation') } },
      [],
    ],
    [
      'a secondary route that is the primary one',
      { ...defaults, secondary: using('gpt-4.1') },
      ['error secondary_equals_primary secondary.model_id'],
    ],
    ['that the fallback is missing', without(defaults, 'fallback'), ['warning fallback_missing fallback']],
    [
      'a fallback that has failed already',
      { ...defaults, fallback: using('gpt-4.1') },
      ['warning fallback_repeats fallback.model_id'],
    ],
    [
      'that one outage takes everything',
      { ...without(defaults, 'secondary'), fallback: using('gpt-4.1-mini') },
      ['warning single_provider fallback'],
    ],
    [
      'silence of more than 20 seconds',
      { ...defaults, primary: using('gpt-4.1', { timeout_ms: 10_001 }) },
      ['warning failover_slow primary.timeout_ms'],
    ],
    [
      'nothing about exactly 20 seconds',
      { ...defaults, primary: using('gpt-4.1', { timeout_ms: 10_000 }) },
      [],
    ],
    [
      'failover in a format that has none',
      { ...section.example, format_version: 1 },
      ['error format_too_old failover'],
    ],
  ])('say %s', (_name, policy, findings) => {
    expect(found(policy)).toEqual(findings);
  });

  it('name the replacement of a deprecated model', () => {
    const [finding] = llmPolicyFindings({ ...defaults, primary: using('gemini-2.0-flash') });
    expect(finding?.message).toContain('gemini-2.5-flash');
  });
});

describe('what is saved of a model policy', () => {
  const current: LlmPolicy = {
    ...defaults,
    format_version: 1,
    native_routes: { front: native('gpt-realtime'), notes: native('gpt-4.1', 'summarisation') },
  };
  const { native_routes: routes, format_version: _, ...sent } = current;

  it('keeps native routes that are left out, all of them or some', () => {
    expect(mergeLlmPolicy(current, sent).native_routes).toEqual(routes);
    expect(mergeLlmPolicy(current, { ...sent, native_routes: {} }).native_routes).toEqual(routes);
    const added = native('gpt-realtime-mini');
    expect(mergeLlmPolicy(current, { ...sent, native_routes: { extra: added } }).native_routes).toEqual({
      ...routes,
      extra: added,
    });
  });

  it('removes a native route that is null, and minds none that is not there', () => {
    const saved = mergeLlmPolicy(current, { ...sent, native_routes: { front: null, absent: null } });
    expect(saved.native_routes).toEqual({ notes: routes['notes'] });
  });

  it('replaces a native route as a whole', () => {
    const saved = mergeLlmPolicy(current, { ...sent, native_routes: { notes: native('gpt-realtime') } });
    expect(saved.native_routes['notes']).toEqual(native('gpt-realtime'));
  });

  it('converts no format unasked', () => {
    expect(mergeLlmPolicy(current, sent).format_version).toBe(1);
    expect(mergeLlmPolicy(current, { ...sent, format_version: 2 }).format_version).toBe(2);
  });

  it('drops a route that is left out: only native ones are kept', () => {
    const { secondary: _secondary, ...rest } = sent;
    expect(mergeLlmPolicy(current, rest)).not.toHaveProperty('secondary');
  });
});
