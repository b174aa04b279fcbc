import { describe, expect, it } from 'vitest';
import { ends, found, hands, triedAndListed, variable } from '../../../../../test/support/assistants.js';
import type { Case } from '../../../../../test/support/assistants.js';
import { TEXT_RULES } from './assistant-texts.policy.js';
import { section } from './assistant.section.js';

const { defaults } = section;

// workspace 11.3, 11.4
const VARIABLES: readonly Case[] = [
  [
    'a variable that is not declared, once in each text that names it',
    { prompt: '{{who}} and {{ who }}', greeting: 'Hello {{who}}.' },
    ['error variable_unknown prompt', 'error variable_unknown greeting'],
  ],
  [
    'one in every text that is spoken',
    {
      persona: { ...defaults.persona, speaking_style: 'As {{a}}.' },
      silence: { ...defaults.silence, questions: ['{{b}}?'], goodbye: '{{c}}!' },
      end_call_rules: [ends({ when: '{{d}}', say: '{{e}}' })],
      escalation_rules: [hands({ when: '{{f}}', say: '{{g}}' })],
    },
    [
      'error variable_unknown persona.speaking_style',
      'error variable_unknown silence.questions.0',
      'error variable_unknown silence.goodbye',
      'error variable_unknown end_call_rules.0.when',
      'error variable_unknown end_call_rules.0.say',
      'error variable_unknown escalation_rules.0.when',
      'error variable_unknown escalation_rules.0.say',
    ],
  ],
  [
    'a name that no variable can have',
    { prompt: '{{First Name}} {{naïve}} {{__proto__}}' },
    ['error variable_unknown prompt', 'error variable_unknown prompt', 'error variable_unknown prompt'],
  ],
  [
    'one that is declared and named nowhere',
    { variables: [variable('who')] },
    ['warning variable_unused variables.0.name'],
  ],
  [
    'one that is declared and named in a rule',
    { variables: [variable('who')], end_call_rules: [ends({ say: 'Bye {{who}}.' })] },
    [],
  ],
  [
    'one that is declared twice',
    { prompt: '{{who}}', variables: [variable('who'), variable('who')] },
    ['error variable_duplicate variables.1.name'],
  ],
  ['braces that are not closed', { prompt: 'Hello {{who.' }, ['error placeholder_broken prompt']],
  ['braces without a name', { greeting: 'Hello {{ }}.' }, ['error placeholder_broken greeting']],
  ['no fault in JSON', { prompt: 'Answer {"a": {"b": {"c": 1}}} and {x}.' }, []],
  [
    'a variable in knowledge, title or text',
    { knowledge: [{ title: 'Of {{who}}', text: 'Their name is {{who}}.' }] },
    ['warning placeholder_unfilled knowledge.0.title', 'warning placeholder_unfilled knowledge.0.text'],
  ],
  [
    'a variable of the runtime that it does not know',
    { prompt: '{{moon_phase}}', variables: [variable('moon_phase', { source: 'system' })] },
    ['error system_variable_unknown variables.0.name'],
  ],
  [
    'a fixed variable without a default',
    { prompt: '{{who}}', variables: [variable('who', { source: 'fixed', required: false })] },
    ['error default_missing variables.0.default'],
  ],
  [
    'a default of a variable that is always given',
    { prompt: '{{who}}', variables: [variable('who', { default: 'you' })] },
    ['warning default_unused variables.0.default'],
  ],
  [
    'a variable that may be empty',
    { prompt: '{{who}}', variables: [variable('who', { source: 'contact', required: false })] },
    ['warning variable_may_be_empty variables.0.default'],
  ],
  [
    'no fault in one with a default, and in those of the runtime',
    {
      prompt: '{{who}} {{weekday}} {{current_date}} {{current_time}} {{project_name}} {{call_direction}}',
      variables: [
        variable('who', { source: 'contact', required: false, default: 'you' }),
        ...['weekday', 'current_date', 'current_time', 'project_name', 'call_direction'].map((name) =>
          variable(name, { source: 'system', required: false }),
        ),
      ],
    },
    [],
  ],
];

// workspace 11.10
const CREDENTIALS: readonly Case[] = [
  [
    'a key in the prompt',
    { prompt: 'Use sk_live_51HabcDEF for payments.' },
    ['error secret_in_plain_text prompt'],
  ],
  [
    'an Authorization header in a rule',
    { end_call_rules: [ends({ when: 'Send Bearer a1b2c3d4e5f6a7b8c9d0 first.' })] },
    ['error secret_in_plain_text end_call_rules.0.when'],
  ],
  [
    'a password in words',
    { knowledge: [{ title: 'Portal', text: 'The portal opens.\nPassword: hunter2hunter2' }] },
    ['warning credential_suspected knowledge.0.text'],
  ],
  [
    'a token on a line of its own',
    { greeting: 'Hello.\nBearer abcdef' },
    ['error secret_in_plain_text greeting'],
  ],
  [
    'a default by the name of the variable',
    {
      prompt: '{{api_key}}',
      variables: [variable('api_key', { source: 'fixed', required: false, default: 'anything' })],
    },
    ['error secret_in_plain_text variables.0.default'],
  ],
  [
    'no fault in prose about passwords',
    {
      prompt:
        'Never ask for a password. The password is required by the bank; a PIN is 4 digits. A bearer of news.',
    },
    [],
  ],
];

const KNOWLEDGE: readonly Case[] = [
  [
    'two snippets of one title',
    {
      knowledge: [
        { title: 'Fees', text: 'a' },
        { title: ' fees', text: 'b' },
      ],
    },
    ['warning knowledge_duplicate knowledge.1.title'],
  ],
];

const CASES = [...VARIABLES, ...CREDENTIALS, ...KNOWLEDGE];

describe('the rules of the texts of an assistant', () => {
  it.each(CASES)('find %s', (_, fields, findings, sections) => {
    expect(found(fields, sections)).toEqual(findings);
  });

  it('are all tried', () => {
    const { tried, listed } = triedAndListed(CASES, TEXT_RULES);
    expect(tried).toEqual(listed);
  });

  // Fails, by never ending, if a pattern tries a long text from each of its positions.
  it('read texts that are all braces or all beginnings of credentials', () => {
    for (const piece of ['{', '{{a', 'bearer ', 'password: ', 'password is a']) {
      const prompt = piece.repeat(Math.floor(20_000 / piece.length));
      expect(found({ prompt }).filter((finding) => finding.includes('secret'))).toEqual([]);
    }
  });
});
