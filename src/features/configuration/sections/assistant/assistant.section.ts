import { defineSection } from '../../rules/sections/section-definition.js';
import { ASSISTANT_RULES, assistantFindings } from './assistant.policy.js';
import { Assistant } from './assistant.schema.js';
import { PARTNER_ROLES } from '../../../../core/shared/roles.js';

const DEFAULTS: Assistant = {
  prompt: '',
  variables: [],
  persona: { name: 'Assistant', role: 'virtual assistant' },
  languages: ['en-AU'],
  first_speaker: 'assistant',
  interruption: { enabled: true },
  silence: { ask_after_seconds: 8, questions: ['Are you still there?'], end_call_after_seconds: 30 },
  end_call_rules: [],
  escalation_rules: [],
  knowledge: [],
  inbound_numbers: [],
  tools: [],
};

// It can be published with the defaults: it names no destinations or tools until transfer routing
// and plugins exist.
const EXAMPLE: Assistant = {
  prompt: [
    'You answer the phone of {{practice_name}}, a dental practice. Today is {{weekday}}, {{current_date}}.',
    'Find out what the caller needs. Book, move and cancel appointments; answer questions about opening hours, parking and fees.',
    'Give no medical advice. If there is swelling, fever or bleeding that does not stop, tell the caller ' +
      'to go to the nearest emergency department.',
    'Ask one thing at a time, and repeat dates and times before you settle them.',
  ].join('\n'),
  variables: [
    {
      name: 'practice_name',
      description: 'Name of the practice.',
      source: 'fixed',
      required: false,
      default: 'Acme Dental',
    },
    { name: 'weekday', description: 'The day of the week of the call.', source: 'system', required: false },
    { name: 'current_date', description: 'The date of the call.', source: 'system', required: false },
  ],
  greeting: 'Hello, this is Ava, the virtual receptionist of {{practice_name}}. How can I help?',
  persona: {
    name: 'Ava',
    role: 'virtual receptionist',
    speaking_style: 'Warm and unhurried, in short sentences. No jargon.',
  },
  languages: ['en-AU'],
  voice_id: 'en-au-harriet',
  first_speaker: 'assistant',
  interruption: { enabled: true, sensitivity: 'medium', during_greeting: false },
  silence: {
    ask_after_seconds: 8,
    questions: ['Are you still there?', 'I cannot hear you. Shall I stay on the line?'],
    end_call_after_seconds: 30,
    goodbye: 'I will hang up now. Please call again any time.',
  },
  end_call_rules: [
    { rule_id: 'caller-is-done', trigger: 'goodbye', say: 'Thank you for calling. Goodbye.' },
    { rule_id: 'wrong-number', trigger: 'wrong_number', say: 'No harm done. Goodbye.' },
  ],
  escalation_rules: [],
  knowledge: [
    { title: 'Parking', text: 'There are six free bays behind the building; enter from Station Lane.' },
    { title: 'Fees', text: 'A check-up and clean is 210 dollars. Health funds are claimed on the spot.' },
  ],
  inbound_numbers: ['+61255501200'],
  tools: [],
};

/** GET, PUT /assistant and its validation (workspace 1.1, section 11). */
export const section = defineSection({
  name: 'assistant',
  route: 'v1/projects/:project_id/assistant',
  title: 'Assistant',
  schema: Assistant,
  defaults: DEFAULTS,
  example: EXAMPLE,
  read: { scopes: PARTNER_ROLES },
  write: { scopes: ['partner_admin'], method: 'put', path: '', guard: 'if_match' },
  validate: { scopes: ['partner_admin'], override: ['partner_admin'] },
  findings: assistantFindings,
  rules: ASSISTANT_RULES,
});
