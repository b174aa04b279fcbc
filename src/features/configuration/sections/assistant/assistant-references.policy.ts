import { isRecord } from '../../../../core/shared/json/json-path.js';
import {
  PHONE_NUMBER_FINDING,
  readPhoneNumber,
} from '../../../../core/shared/phone-numbers/phone-number.policy.js';
import { PlatformCatalogue } from '../../../catalogs/platform-catalogue.js';
import { error, repeatsIn, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule, SectionFacts } from '../../rules/sections/section-definition.js';
import {
  destinationsOf,
  isTransferOn,
  listOf,
  pluginsOf,
} from '../../rules/sections/other-sections.policy.js';
import type { Assistant } from './assistant.schema.js';

/** Findings about names of the catalogue and of other sections that do not exist. */
export const referenceFindings = (assistant: Assistant, facts: SectionFacts): Finding[] => [
  ...voiceFindings(assistant, facts),
  ...hearingFindings(assistant, facts),
  ...destinationFindings(assistant, facts),
  ...numberFindings(assistant, facts),
  ...toolFindings(assistant, facts),
];

const mainOf = (language: string): string => language.split('-')[0]!;

function voiceFindings({ voice_id, languages }: Assistant, facts: SectionFacts): Finding[] {
  const providers = facts.sections['provider-configuration'];
  const tts = isRecord(providers) ? providers['tts'] : undefined;
  const voiceId = voice_id ?? (isRecord(tts) ? tts['voice_id'] : undefined);
  const voice = typeof voiceId === 'string' ? PlatformCatalogue.voice(voiceId) : undefined;
  if (!voice) {
    // A voice from the providers' section is checked there.
    return voice_id === undefined
      ? []
      : [error('voice_unknown', 'voice_id', `The catalogue has no voice ${voice_id}. Choose another voice.`)];
  }
  const [first, ...others] = languages;
  const findings: Finding[] = [];
  if (voice_id !== undefined && voice.status === 'deprecated') {
    findings.push(
      warning('voice_deprecated', 'voice_id', `${voice.name} is deprecated. Choose another voice.`),
    );
  }
  if (mainOf(voice.language) !== mainOf(first!)) {
    findings.push(
      error(
        'voice_language',
        voice_id === undefined ? 'languages.0' : 'voice_id',
        `${voice.name} speaks ${voice.language}, and the main language is ${first}. ${voicesFor(first!)}`,
      ),
    );
  }
  others.forEach((language, index) => {
    if (mainOf(voice.language) === mainOf(language)) return;
    findings.push(
      warning(
        'language_unspoken',
        `languages.${index + 1}`,
        `${voice.name} speaks ${voice.language}; ${language} is heard with that accent.`,
      ),
    );
  });
  return findings;
}

function voicesFor(language: string): string {
  const voices = PlatformCatalogue.voices.filter(
    (voice) => voice.status !== 'deprecated' && mainOf(voice.language) === mainOf(language),
  );
  return voices.length === 0
    ? 'The catalogue has no voice for this language.'
    : `Choose one of ${voices.map(({ voice_id }) => voice_id).join(', ')}.`;
}

/** A language that is not transcribed cannot be understood. */
function hearingFindings({ languages }: Assistant, { sections }: SectionFacts): Finding[] {
  const providers = sections['provider-configuration'];
  const stt = isRecord(providers) ? providers['stt'] : undefined;
  const heard = isRecord(stt) ? stt['language'] : undefined;
  if (typeof heard !== 'string' || mainOf(heard) === mainOf(languages[0]!)) return [];
  return [
    warning(
      'language_unheard',
      'languages.0',
      `The main language is ${languages[0]}, but the provider transcribes callers in ${heard}. Use the same language.`,
    ),
  ];
}

function destinationFindings({ escalation_rules: rules }: Assistant, facts: SectionFacts): Finding[] {
  if (rules.length > 0 && !isTransferOn(facts)) {
    return [
      error(
        'transfer_disabled',
        'escalation_rules',
        'Transfer routing is off, so no call can be handed over. Turn it on or remove the rules.',
      ),
    ];
  }
  const destinations = destinationsOf(facts);
  return rules.flatMap(({ destination_id: id }, index) => {
    if (id === undefined) return [];
    const path = `escalation_rules.${index}.destination_id`;
    const destination = destinations.find((each) => each['destination_id'] === id);
    if (!destination) {
      return [
        error(
          'destination_unknown',
          path,
          `Transfer routing has no destination ${id}. Add it there or choose another.`,
        ),
      ];
    }
    return destination['enabled'] === true
      ? []
      : [warning('destination_disabled', path, `${id} is disabled in transfer routing.`)];
  });
}

/** No finding repeats a number: findings are shown and copied widely. */
function numberFindings({ inbound_numbers: numbers }: Assistant, facts: SectionFacts): Finding[] {
  const dialled = destinationsOf(facts).filter(
    (destination) => destination['type'] === 'phone' && destination['enabled'] === true,
  );
  return numbers.flatMap((number, index) => {
    const path = `inbound_numbers.${index}`;
    const id = dialled.find(({ phone_number }) => phone_number === number)?.['destination_id'];
    return [
      ...(readPhoneNumber(number) === number
        ? []
        : [error('phone_number_invalid', path, PHONE_NUMBER_FINDING)]),
      ...(typeof id !== 'string'
        ? []
        : [
            error(
              'transfer_loops_back',
              path,
              `The destination ${id} dials this number, so the call would come back to the assistant. Change one of the two numbers.`,
            ),
          ]),
    ];
  });
}

function toolFindings({ tools }: Assistant, facts: SectionFacts): Finding[] {
  const plugins = pluginsOf(facts);
  return [
    ...repeatsIn(tools, ({ plugin_id, tool_name = '' }) => `${plugin_id} ${tool_name}`).map((index) =>
      warning('tool_duplicate', `tools.${index}`, 'The tool is already listed. Remove one entry.'),
    ),
    ...tools.flatMap(({ plugin_id, tool_name }, index) => {
      const path = `tools.${index}`;
      const plugin = plugins.find((each) => each['plugin_id'] === plugin_id);
      if (!plugin) {
        return [
          error(
            'plugin_unknown',
            `${path}.plugin_id`,
            `The project has no plugin ${plugin_id}. Add it or choose another.`,
          ),
        ];
      }
      if (plugin['enabled'] !== true) {
        return [
          error('plugin_disabled', `${path}.plugin_id`, `The plugin ${plugin_id} is off. Turn it on first.`),
        ];
      }
      const own = listOf(plugin, 'tools').map((each) => each['tool_name']);
      return tool_name === undefined || own.includes(tool_name)
        ? []
        : [
            error(
              'tool_unknown',
              `${path}.tool_name`,
              `The plugin ${plugin_id} has no tool ${tool_name}. Add the tool or choose another.`,
            ),
          ];
    }),
  ];
}

export const REFERENCE_RULES: readonly FindingRule[] = [
  ['voice_unknown', 'error', 'the catalogue has no such voice'],
  ['voice_deprecated', 'warning', 'the voice is deprecated'],
  [
    'voice_language',
    'error',
    'the voice, or that of the providers, speaks another language than the main one',
  ],
  ['language_unspoken', 'warning', 'the voice speaks another language than a further one'],
  ['language_unheard', 'warning', 'the providers hear callers in another language than the main one'],
  ['transfer_disabled', 'error', 'calls should be handed over, but transfer routing is off'],
  ['destination_unknown', 'error', 'transfer routing has no such destination'],
  ['destination_disabled', 'warning', 'transfer routing has disabled the destination'],
  ['phone_number_invalid', 'error', 'no numbering plan has the number'],
  ['transfer_loops_back', 'error', 'an enabled destination of transfer routing dials an inbound number'],
  ['plugin_unknown', 'error', 'the project has no such plugin'],
  ['plugin_disabled', 'error', 'the plugin is off'],
  ['tool_unknown', 'error', 'the plugin has no such tool'],
  ['tool_duplicate', 'warning', 'a plugin or tool is listed twice'],
];
