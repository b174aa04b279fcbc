import { describe, expect, it } from 'vitest';
import {
  frontDesk,
  found,
  hands,
  records,
  service,
  triedAndListed,
} from '../../../../../test/support/assistants.js';
import type { Case } from '../../../../../test/support/assistants.js';
import { section as providers } from '../provider-configuration/provider-configuration.section.js';
import { section as routing } from '../transfer-routing/transfer-routing.section.js';
import { REFERENCE_RULES } from './assistant-references.policy.js';

// workspace 11.6, 11.7, 11.8, 11.12
const REFERENCES: readonly Case[] = [
  ['a voice that does not exist', { voice_id: 'en-au-nobody' }, ['error voice_unknown voice_id']],
  ['a voice on its way out', { voice_id: 'en-au-jack-classic' }, ['warning voice_deprecated voice_id']],
  ['a voice of another language', { voice_id: 'de-de-lena' }, ['error voice_language voice_id']],
  ['no fault in another accent', { voice_id: 'en-gb-arthur' }, []],
  [
    'a voice of the providers that does not speak the main language',
    { languages: ['fr-FR'] },
    ['error voice_language languages.0', 'warning language_unheard languages.0'],
  ],
  [
    'further languages that it does not speak',
    { languages: ['en-AU', 'zh-CN', 'en-NZ'] },
    ['warning language_unspoken languages.1'],
  ],
  [
    'a main language that callers are not heard in',
    { languages: ['zh-CN'], voice_id: 'zh-cn-mei' },
    ['warning language_unheard languages.0'],
  ],
  [
    'no fault in it where they are',
    { languages: ['zh-CN'], voice_id: 'zh-cn-mei' },
    [],
    {
      'provider-configuration': {
        ...providers.defaults,
        stt: { ...providers.defaults.stt, language: 'zh-TW' },
      },
    },
  ],
  [
    'escalation while transfer routing is off, once',
    { escalation_rules: [hands({ destination_id: 'nowhere' }), hands({ rule_id: 'b', trigger: 'abuse' })] },
    ['error transfer_disabled escalation_rules'],
    { 'transfer-routing': routing.defaults },
  ],
  [
    'a destination that does not exist',
    { escalation_rules: [hands({ destination_id: 'nowhere' })] },
    ['error destination_unknown escalation_rules.0.destination_id'],
  ],
  [
    'a destination by its label',
    { escalation_rules: [hands({ destination_id: 'front' })] },
    ['error destination_unknown escalation_rules.0.destination_id'],
  ],
  [
    'a destination that is off',
    { escalation_rules: [hands({ destination_id: 'answering-service' })] },
    ['warning destination_disabled escalation_rules.0.destination_id'],
    {
      'transfer-routing': {
        ...routing.example,
        customer_destinations: [frontDesk, { ...service, enabled: false }],
      },
    },
  ],
  [
    'no fault in one that is there, nor in none',
    {
      escalation_rules: [hands({ destination_id: 'front-desk' }), hands({ rule_id: 'b', trigger: 'abuse' })],
    },
    [],
  ],
  [
    'a number of no numbering plan',
    { inbound_numbers: ['+99912345678'] },
    ['error phone_number_invalid inbound_numbers.0'],
  ],
  [
    'a number that a destination dials',
    { inbound_numbers: ['+61255501200', frontDesk.phone_number!] },
    ['error transfer_loops_back inbound_numbers.1'],
  ],
  [
    'no fault in one that a disabled destination would dial',
    { inbound_numbers: [frontDesk.phone_number!] },
    [],
    {
      'transfer-routing': {
        ...routing.example,
        customer_destinations: [{ ...frontDesk, enabled: false }, service],
      },
    },
  ],
  [
    'a plugin that does not exist',
    { tools: [{ plugin_id: 'crm' }] },
    ['error plugin_unknown tools.0.plugin_id'],
  ],
  [
    'a plugin that is off',
    { tools: [{ plugin_id: records.plugin_id }] },
    ['error plugin_disabled tools.0.plugin_id'],
    { 'plugin-configuration': { plugins: [{ ...records, enabled: false }] } },
  ],
  [
    'a tool that the plugin has not',
    { tools: [{ plugin_id: records.plugin_id, tool_name: 'drop_tables' }] },
    ['error tool_unknown tools.0.tool_name'],
  ],
  [
    'a tool that is listed twice',
    {
      tools: [
        { plugin_id: records.plugin_id, tool_name: 'find_free_slots' },
        { plugin_id: records.plugin_id, tool_name: 'find_free_slots' },
      ],
    },
    ['warning tool_duplicate tools.1'],
  ],
  ['no fault in all tools of a plugin', { tools: [{ plugin_id: records.plugin_id }] }, []],
];

const CASES = REFERENCES;

describe('the rules of what an assistant refers to', () => {
  it.each(CASES)('find %s', (_, fields, findings, sections) => {
    expect(found(fields, sections)).toEqual(findings);
  });

  it('are all tried', () => {
    const { tried, listed } = triedAndListed(CASES, REFERENCE_RULES);
    expect(tried).toEqual(listed);
  });
});
