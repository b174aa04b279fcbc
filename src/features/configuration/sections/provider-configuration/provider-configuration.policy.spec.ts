import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../../core/shared/platform-error.js';
import type { SectionFacts } from '../../rules/sections/section-definition.js';
import { section as llmPolicy } from '../llm-policy/llm-policy.section.js';
import { mergeProviderConfiguration, providerFindings } from './provider-configuration.policy.js';
import type { ProviderConfiguration } from './provider-configuration.schema.js';
import { section } from './provider-configuration.section.js';

const { defaults } = section;
const NO_FACTS: SectionFacts = {
  now: new Date('2026-11-01T00:00:00Z'),
  timezone: 'UTC',
  secretNames: new Set(),
  isVerified: () => true,
  judgeNumber: (number) =>
    number.startsWith('+611900') ? { code: 'number_premium_rate', message: 'must be an ordinary one' } : null,
  isPublished: false,
  sections: {},
};
const SECRET = { secret_ref: 'KEY' };

const found = (more: Partial<ProviderConfiguration>, sections: SectionFacts['sections'] = {}): string[] =>
  providerFindings({ ...defaults, ...more }, { ...NO_FACTS, sections }).map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  );

const own = (...accounts: ProviderConfiguration['llm']['accounts']): Partial<ProviderConfiguration> => ({
  llm: { routing: 'own_accounts', accounts },
});

const trunk = { host: 'trunk.example.com', port: 5061, transport: 'tls', srtp: true } as const;

describe('findings about providers', () => {
  it.each<[string, Partial<ProviderConfiguration>, string[]]>([
    ['nothing about the defaults', {}, []],
    ['nothing about the example', section.example, []],
    [
      'a voice that is not in the catalogue',
      { tts: { ...defaults.tts, voice_id: 'en-au-nobody' } },
      ['error voice_unknown tts.voice_id'],
    ],
    [
      'a voice on its way out',
      { tts: { ...defaults.tts, voice_id: 'en-au-jack-classic' } },
      ['warning voice_deprecated tts.voice_id'],
    ],
    [
      'a voice of another language than the one that is heard',
      { tts: { ...defaults.tts, voice_id: 'de-de-lena' } },
      ['warning voice_language tts.voice_id'],
    ],
    [
      'nothing about another accent of the same language',
      { tts: { ...defaults.tts, voice_id: 'en-gb-arthur' } },
      [],
    ],
    [
      'a fallback voice that is the voice itself',
      { tts: { ...defaults.tts, fallback_voice_id: 'en-au-harriet' } },
      ['warning fallback_repeats tts.fallback_voice_id'],
    ],
    [
      'a fallback to the transcriber that has failed',
      {
        stt: {
          ...defaults.stt,
          fallbacks: [
            { provider: 'azure', region: 'auto' },
            { provider: 'deepgram', region: 'auto' },
          ],
        },
      },
      ['warning fallback_repeats stt.fallbacks.1.provider'],
    ],
    [
      'nothing about the same transcriber in another region',
      { stt: { ...defaults.stt, fallbacks: [{ provider: 'deepgram', region: 'us' }] } },
      [],
    ],
    [
      'an account without credentials',
      own({ family: 'openai', region: 'auto' }),
      ['error credentials_missing llm.accounts.0.credentials'],
    ],
    [
      'two accounts for one family',
      own(
        { family: 'openai', region: 'auto', credentials: SECRET },
        { family: 'openai', region: 'eu', credentials: SECRET },
      ),
      ['error account_duplicate llm.accounts.1.family'],
    ],
    [
      'an account at an address in a private network',
      own({ family: 'openai', region: 'auto', credentials: SECRET, base_url: 'https://10.1.2.3/v1' }),
      ['error url_not_public llm.accounts.0.base_url'],
    ],
    [
      'accounts that are not used',
      { llm: { routing: 'platform', accounts: [{ family: 'openai', region: 'auto', credentials: SECRET }] } },
      ['warning accounts_unused llm.accounts'],
    ],
    [
      'a key in the address of an account',
      own({
        family: 'openai',
        region: 'auto',
        credentials: SECRET,
        base_url: 'https://llm.example.com/?api_key=x',
      }),
      ['error secret_in_plain_text llm.accounts.0.base_url'],
    ],
    [
      "a carrier of one's own without credentials",
      { telephony: { provider: 'twilio', region: 'auto' } },
      ['error credentials_missing telephony.credentials'],
    ],
    [
      'a trunk without its host',
      { telephony: { provider: 'sip_trunk', region: 'auto', credentials: SECRET } },
      ['error trunk_missing telephony.sip'],
    ],
    [
      'nothing about a trunk that is complete',
      { telephony: { provider: 'sip_trunk', region: 'auto', credentials: SECRET, sip: trunk } },
      [],
    ],
    [
      'a trunk nobody uses',
      { telephony: { provider: 'platform', region: 'auto', sip: trunk } },
      ['warning trunk_unused telephony.sip'],
    ],
    [
      'a trunk in a private network',
      {
        telephony: {
          provider: 'sip_trunk',
          region: 'auto',
          credentials: SECRET,
          sip: { ...trunk, host: '192.168.0.9' },
        },
      },
      ['error host_not_public telephony.sip.host'],
    ],
    [
      'keys of encrypted audio in the clear',
      {
        telephony: {
          provider: 'sip_trunk',
          region: 'auto',
          credentials: SECRET,
          sip: { ...trunk, transport: 'udp' },
        },
      },
      ['warning srtp_without_tls telephony.sip.transport'],
    ],
    [
      'a caller id that cannot be',
      { telephony: { provider: 'platform', region: 'auto', caller_id: '+1202555012' } },
      ['error phone_number_invalid telephony.caller_id'],
    ],
    // dispatch 8.4
    [
      'a number that people are not shown',
      { telephony: { provider: 'platform', region: 'auto', caller_id: '+611900654321' } },
      ['error number_not_shown telephony.caller_id'],
    ],
    [
      'parts that run abroad',
      { telephony: { provider: 'platform', region: 'au' }, tts: { ...defaults.tts, region: 'au' } },
      ['warning regions_differ stt.region'],
    ],
    [
      'a target that silence alone uses up',
      { latency: { profile: 'fastest', target_response_ms: 300 } },
      ['warning target_unreachable latency.target_response_ms'],
    ],
  ])('say %s', (_name, more, findings) => {
    expect(found(more)).toEqual(findings);
  });

  it('ask for an account for each family that the model policy uses', () => {
    const accounts = own({ family: 'openai', region: 'auto', credentials: SECRET });
    expect(found(accounts, { 'llm-policy': llmPolicy.defaults })).toEqual([
      'error account_missing llm.accounts',
      'error account_missing llm.accounts',
    ]);
    expect(found(accounts)).toEqual([]);
  });
});

describe("the runtime's own blocks", () => {
  const current: ProviderConfiguration = {
    ...defaults,
    runtime_native: { stt: { engine: { model: 'x', beams: [1, 2] } }, llm: { pool: 7, hint: null } },
  };
  const { runtime_native: native, ...sent } = current;
  const refused = (blocks: ProviderConfiguration['runtime_native']): string[] => {
    try {
      mergeProviderConfiguration(current, { ...sent, runtime_native: blocks });
    } catch (error) {
      if (error instanceof PlatformError && error.entry.status === 422) {
        return error.fields.map(({ loc, type }) => `${loc.join('.')} ${type}`);
      }
      throw error;
    }
    return [];
  };

  it('stay when they are left out, all of them or some', () => {
    expect(mergeProviderConfiguration(current, sent).runtime_native).toEqual(native);
    expect(mergeProviderConfiguration(current, { ...sent, runtime_native: {} }).runtime_native).toEqual(
      native,
    );
    const one = { llm: native.llm };
    expect(mergeProviderConfiguration(current, { ...sent, runtime_native: one }).runtime_native).toEqual(
      native,
    );
  });

  it('may come back unchanged, in any order of fields', () => {
    expect(refused(native)).toEqual([]);
    expect(refused({ stt: { engine: { beams: [1, 2], model: 'x' } } })).toEqual([]);
  });

  it.each<[string, ProviderConfiguration['runtime_native'], string[]]>([
    [
      'a value that changes',
      { stt: { engine: { model: 'y', beams: [1, 2] } } },
      ['body.configuration.runtime_native.stt.engine.model read_only'],
    ],
    [
      'a list in another order',
      { stt: { engine: { model: 'x', beams: [2, 1] } } },
      ['body.configuration.runtime_native.stt.engine.beams read_only'],
    ],
    [
      'a field that goes and one that comes',
      { llm: { hint: null, extra: true } },
      [
        'body.configuration.runtime_native.llm.pool read_only',
        'body.configuration.runtime_native.llm.extra read_only',
      ],
    ],
    ['a block that is new', { tts: {} }, ['body.configuration.runtime_native.tts read_only']],
    ['a block that is emptied', { llm: null }, ['body.configuration.runtime_native.llm read_only']],
  ])('refuse %s, and name the place', (_name, blocks, fields) => {
    expect(refused(blocks)).toEqual(fields);
  });
});
