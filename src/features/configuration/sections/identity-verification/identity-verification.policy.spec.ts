import { describe, expect, it } from 'vitest';
import { section as pluginConfiguration } from '../plugin-configuration/plugin-configuration.section.js';
import { section as transferRouting } from '../transfer-routing/transfer-routing.section.js';
import { identityFindings } from './identity-verification.policy.js';
import type { IdentityVerification, VerificationStep } from './identity-verification.schema.js';
import { section } from './identity-verification.section.js';

const step = (kind: VerificationStep['kind'], more: Partial<VerificationStep> = {}): VerificationStep => ({
  step_id: kind,
  kind,
  required: true,
  attempts: 2,
  match: 'exact',
  ...more,
});

const verification = (more: Partial<IdentityVerification> = {}): IdentityVerification => ({
  ...section.defaults,
  enabled: true,
  steps: [step('account_number')],
  ...more,
});

const CODE = { channel: 'sms', digits: 6, expires_in_seconds: 300 } as const;

const found = (configuration: IdentityVerification, sections: Record<string, unknown> = {}): string[] =>
  identityFindings(configuration, {
    now: new Date('2026-11-01T00:00:00Z'),
    timezone: 'UTC',
    secretNames: new Set(),
    judgeNumber: () => null,
    isVerified: () => true,
    isPublished: false,
    sections,
  }).map(({ severity, code, path }) => `${severity} ${code} ${path}`);

describe('findings about identity verification', () => {
  it.each<[string, Partial<IdentityVerification>, string[]]>([
    ['nothing about one strong step', {}, []],
    ['nothing about the example', section.example, []],
    ['nothing while it is off', { enabled: false, steps: [] }, []],
    ['that nothing is asked', { steps: [] }, ['error steps_missing steps']],
    [
      'two steps of one name',
      {
        steps: [step('account_number'), step('pin', { step_id: 'account_number' })],
        required_matches: 2,
        lockout: { failed_calls: 3, minutes: 60 },
      },
      ['error step_duplicate steps.1.step_id'],
    ],
    [
      'the same question twice',
      { steps: [step('account_number'), step('account_number', { step_id: 'again' })], required_matches: 2 },
      ['warning kind_repeated steps.1.kind'],
    ],
    [
      'more matches than there are steps',
      { required_matches: 2 },
      ['error matches_unreachable required_matches'],
    ],
    [
      'fewer matches than steps that must match',
      { steps: [step('account_number'), step('one_time_code', { one_time_code: CODE })] },
      ['error matches_too_few required_matches'],
    ],
    [
      'tries that nobody has left',
      { steps: [step('account_number', { attempts: 4 })], max_total_attempts: 3 },
      ['warning attempts_unreachable steps.0.attempts'],
    ],
    [
      'a code that is sent nowhere',
      { steps: [step('one_time_code')] },
      ['error code_settings_missing steps.0.one_time_code'],
    ],
    [
      'a code where none is asked for',
      { steps: [step('account_number', { one_time_code: CODE })] },
      ['warning code_settings_unused steps.0.one_time_code'],
    ],
    [
      'an account number by its sound',
      { steps: [step('account_number', { match: 'sounds_alike' })] },
      ['error match_unsuitable steps.0.match'],
    ],
    [
      'a code by its last characters',
      { steps: [step('one_time_code', { one_time_code: CODE, match: 'last_four' })] },
      ['error match_unsuitable steps.0.match'],
    ],
    [
      'that what a neighbour knows is enough',
      { steps: [step('full_name', { match: 'sounds_alike' }), step('postcode')], required_matches: 2 },
      ['warning weak_verification steps'],
    ],
    [
      'that a weak choice is enough beside a strong one',
      { steps: [step('postcode', { required: false }), step('account_number', { required: false })] },
      ['warning weak_verification steps'],
    ],
    [
      'nothing where weak answers alone are too few',
      {
        steps: [step('postcode', { required: false }), step('account_number', { required: false })],
        required_matches: 2,
      },
      [],
    ],
    ['secrets that can be tried without end', { steps: [step('pin')] }, ['warning lockout_missing lockout']],
    [
      'a tool that no plugin has',
      { steps: [step('account_number', { lookup_tool: 'check' })] },
      ['error tool_unknown steps.0.lookup_tool'],
    ],
    [
      'a transfer where there is none',
      { on_failure: { action: 'transfer' } },
      ['error transfer_disabled on_failure.action'],
    ],
    [
      'a destination without a transfer',
      { on_failure: { action: 'end_call', destination_id: 'desk' } },
      ['warning destination_unused on_failure.destination_id'],
    ],
    [
      'that failing changes nothing',
      { on_failure: { action: 'continue_unverified' } },
      ['warning failure_ignored on_failure.action'],
    ],
  ])('say %s', (_name, more, findings) => {
    expect(found(verification(more))).toEqual(findings);
  });

  it('know the tools of enabled plugins', () => {
    const asking = verification({ steps: [step('account_number', { lookup_tool: 'find_free_slots' })] });
    const { plugins } = pluginConfiguration.example;
    expect(found(asking, { 'plugin-configuration': { plugins } })).toEqual([]);
    const off = plugins.map((plugin) => ({ ...plugin, enabled: false }));
    expect(found(asking, { 'plugin-configuration': { plugins: off } })).toEqual([
      'error tool_unknown steps.0.lookup_tool',
    ]);
  });

  it('know the destinations of transfer routing', () => {
    const sections = { 'transfer-routing': transferRouting.example };
    const to = (destination_id: string) =>
      found(verification({ on_failure: { action: 'transfer', destination_id } }), sections);
    expect(to('front-desk')).toEqual([]);
    expect(to('nobody')).toEqual(['error destination_unknown on_failure.destination_id']);
  });
});
