import { unprocessable, type FieldError } from '../../../../core/shared/platform-error.js';
import { isPublicHost } from '../../../../core/outbound-http/public-host.policy.js';
import {
  PHONE_NUMBER_FINDING,
  readPhoneNumber,
} from '../../../../core/shared/phone-numbers/phone-number.policy.js';
import { PlatformCatalogue } from '../../../catalogs/platform-catalogue.js';
import { isSameJson } from '../../../../core/shared/json/canonical-json.policy.js';
import { error, found, repeatsIn, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule, SectionFacts } from '../../rules/sections/section-definition.js';
import { isRecord, type JsonPath } from '../../../../core/shared/json/json-path.js';
import { URL_RULES, urlFindings } from '../../rules/sections/plain-credentials.policy.js';
import type { ProviderConfiguration, SentProviderConfiguration } from './provider-configuration.schema.js';

/**
 * The configuration to save: the runtime's own blocks stay unchanged.
 * @throws 422 naming the outermost path of such a block that was sent and differs
 */
export function mergeProviderConfiguration(
  current: ProviderConfiguration,
  sent: SentProviderConfiguration,
): ProviderConfiguration {
  const { runtime_native: blocks, ...rest } = sent;
  const faults = Object.entries(blocks ?? {}).flatMap(([name, block]) =>
    differences(current.runtime_native[name as keyof ProviderConfiguration['runtime_native']], block, [
      'body',
      'configuration',
      'runtime_native',
      name,
    ]),
  );
  if (faults.length > 0) throw unprocessable(...faults);
  return { ...rest, runtime_native: current.runtime_native };
}

/** The paths at which two JSON values differ: as deep as both contain objects. */
function differences(kept: unknown, sent: unknown, loc: JsonPath): FieldError[] {
  if (isSameJson(kept, sent) && kept !== undefined) return [];
  if (isRecord(kept) && isRecord(sent)) {
    const names = [...new Set([...Object.keys(kept), ...Object.keys(sent)])];
    return names.flatMap((name) =>
      name in kept || name in sent ? differences(kept[name], sent[name], [...loc, name]) : [],
    );
  }
  return [{ loc, type: 'read_only', message: 'belongs to the runtime: omit it, or send it unchanged' }];
}

/** The rules of providers that a schema cannot express. */
export function providerFindings(configuration: ProviderConfiguration, facts: SectionFacts): Finding[] {
  return [
    ...transcriberFindings(configuration),
    ...voiceFindings(configuration),
    ...accountFindings(configuration, facts),
    ...carrierFindings(configuration),
    ...callerIdFindings(configuration, facts),
    ...regionFindings(configuration),
    ...paceFindings(configuration),
  ];
}

function transcriberFindings({ stt }: ProviderConfiguration): Finding[] {
  return stt.fallbacks.flatMap((fallback, index) => {
    const earlier = [stt, ...stt.fallbacks.slice(0, index)];
    const isRepeated = earlier.some(
      ({ provider, region }) => provider === fallback.provider && region === fallback.region,
    );
    return isRepeated
      ? [
          warning(
            'fallback_repeats',
            `stt.fallbacks.${index}.provider`,
            `${fallback.provider} in the same region has already failed when it is used as the fallback.`,
          ),
        ]
      : [];
  });
}

function voiceFindings({ stt, tts }: ProviderConfiguration): Finding[] {
  const { voice_id, fallback_voice_id } = tts;
  const findings = [
    ...voiceFinding(voice_id, 'tts.voice_id', stt.language),
    ...(fallback_voice_id === undefined
      ? []
      : voiceFinding(fallback_voice_id, 'tts.fallback_voice_id', stt.language)),
  ];
  if (fallback_voice_id === voice_id) {
    findings.push(
      warning(
        'fallback_repeats',
        'tts.fallback_voice_id',
        'The fallback is the voice that it replaces. Choose another voice.',
      ),
    );
  }
  return findings;
}

function voiceFinding(voiceId: string, path: string, language: string): Finding[] {
  const voice = PlatformCatalogue.voice(voiceId);
  if (!voice)
    return [error('voice_unknown', path, `The catalogue has no voice ${voiceId}. Choose another voice.`)];
  return found(
    voice.status === 'deprecated' &&
      warning('voice_deprecated', path, `${voice.name} is deprecated. Choose another voice.`),
    voice.language.split('-')[0] !== language.split('-')[0] &&
      warning(
        'voice_language',
        path,
        `${voice.name} speaks ${voice.language}, while callers are heard in ${language}.`,
      ),
  );
}

function accountFindings({ llm }: ProviderConfiguration, facts: SectionFacts): Finding[] {
  const findings = repeatsIn(llm.accounts, ({ family }) => family).map((index) =>
    error(
      'account_duplicate',
      `llm.accounts.${index}.family`,
      'This model family already has an account. Remove one of the two.',
    ),
  );
  llm.accounts.forEach(({ base_url, credentials }, index) => {
    const path = `llm.accounts.${index}`;
    if (base_url !== undefined)
      findings.push(...urlFindings(base_url, `${path}.base_url`, `${path}.credentials`));
    if (llm.routing === 'own_accounts' && !credentials) {
      findings.push(
        error('credentials_missing', `${path}.credentials`, 'Your own account needs credentials.'),
      );
    }
  });
  if (llm.routing === 'platform') {
    if (llm.accounts.length > 0) {
      findings.push(
        warning(
          'accounts_unused',
          'llm.accounts',
          'This field is not used while routing is platform. Remove it.',
        ),
      );
    }
    return findings;
  }
  const served = new Set<string>(llm.accounts.map(({ family }) => family));
  for (const family of familiesInUse(facts)) {
    if (!served.has(family)) {
      findings.push(
        error(
          'account_missing',
          'llm.accounts',
          `The model policy uses models of ${family}: add an account for them.`,
        ),
      );
    }
  }
  return findings;
}

/** Families of the models that the model policy names. */
function familiesInUse({ sections }: SectionFacts): Set<string> {
  const policy = sections['llm-policy'];
  if (!isRecord(policy)) return new Set();
  const routes = [policy['primary'], policy['secondary'], policy['fallback']];
  const natives = isRecord(policy['native_routes']) ? Object.values(policy['native_routes']) : [];
  return new Set(
    [...routes, ...natives].flatMap((route) => {
      const model = isRecord(route) ? PlatformCatalogue.model(String(route['model_id'])) : undefined;
      return model ? [model.family] : [];
    }),
  );
}

function carrierFindings({ telephony }: ProviderConfiguration): Finding[] {
  const { provider, sip, credentials } = telephony;
  return found(
    provider !== 'platform' &&
      !credentials &&
      error('credentials_missing', 'telephony.credentials', `${provider} needs your own credentials.`),
    provider === 'sip_trunk' &&
      !sip &&
      error('trunk_missing', 'telephony.sip', 'A trunk needs a host, a port and a transport.'),
    provider !== 'sip_trunk' &&
      sip &&
      warning('trunk_unused', 'telephony.sip', `This field is not used with ${provider}. Remove it.`),
    sip &&
      !isPublicHost(sip.host) &&
      error('host_not_public', 'telephony.sip.host', 'The host must be reachable on the internet.'),
    sip?.srtp &&
      sip.transport !== 'tls' &&
      warning(
        'srtp_without_tls',
        'telephony.sip.transport',
        'Without tls, the keys of the encrypted audio are sent in plain text.',
      ),
  );
}

/** People call back the number that a call shows (dispatch 8.4). */
function callerIdFindings(
  { telephony: { caller_id: number } }: ProviderConfiguration,
  { judgeNumber }: SectionFacts,
): Finding[] {
  if (number === undefined) return [];
  const path = 'telephony.caller_id';
  if (readPhoneNumber(number) !== number) return [error('phone_number_invalid', path, PHONE_NUMBER_FINDING)];
  const refusal = judgeNumber(number);
  return refusal === null ? [] : [error('number_not_shown', path, `The number ${refusal.message}.`)];
}

/**
 * Speech that is transcribed in one part of the world and processed in another is slow, and may
 * break promises about data location.
 */
function regionFindings(configuration: ProviderConfiguration): Finding[] {
  const home = configuration.telephony.region;
  if (home === 'auto') return [];
  return (['stt', 'tts'] as const)
    .filter((part) => configuration[part].region !== home)
    .map((part) =>
      warning(
        'regions_differ',
        `${part}.region`,
        `Calls are carried in ${home}, but ${part} may run elsewhere: ${configuration[part].region}.`,
      ),
    );
}

function paceFindings({ stt, latency }: ProviderConfiguration): Finding[] {
  if (stt.endpointing_ms < latency.target_response_ms) return [];
  return [
    warning(
      'target_unreachable',
      'latency.target_response_ms',
      `Waiting for the end of a sentence alone takes ${stt.endpointing_ms} ms.`,
    ),
  ];
}

export const PROVIDER_RULES: readonly FindingRule[] = [
  ['fallback_repeats', 'warning', 'a fallback repeats a provider that has already failed'],
  ['voice_unknown', 'error', 'the catalogue has no such voice'],
  ['voice_deprecated', 'warning', 'the voice is deprecated'],
  ['voice_language', 'warning', 'the voice speaks another language than callers are heard in'],
  ['account_duplicate', 'error', 'two accounts are for one family'],
  ['account_missing', 'error', 'own accounts, but none for a family of the model policy'],
  ['accounts_unused', 'warning', 'there are accounts and routing is platform'],
  ['credentials_missing', 'error', 'an account or a carrier of yours has no credentials'],
  ['trunk_missing', 'error', 'sip_trunk without sip'],
  ['trunk_unused', 'warning', 'sip with another provider'],
  ['host_not_public', 'error', 'the host of the trunk is not on the public internet'],
  ['srtp_without_tls', 'warning', 'srtp over udp or tcp'],
  ['phone_number_invalid', 'error', 'no numbering plan has the number'],
  ['number_not_shown', 'error', 'a premium-rate, shared-cost, personal or satellite number'],
  ['regions_differ', 'warning', 'speech runs in another region than the calls are carried in'],
  ['target_unreachable', 'warning', 'the wait for the end of a sentence is as long as the target, or longer'],
  ...URL_RULES,
];
