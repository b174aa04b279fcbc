import { outcomeOf } from './outcomes.ts';

/** The sections that a conversation test uses, with the fields that the sandbox needs. */
export interface Sections {
  readonly assistant?: {
    readonly greeting?: string | null;
    readonly languages?: readonly string[];
    readonly end_call_rules?: readonly { readonly rule_id?: string }[];
  };
  readonly 'transfer-routing'?: {
    readonly enabled?: boolean;
    readonly customer_destinations?: readonly {
      readonly destination_id: string;
      readonly enabled: boolean;
    }[];
  };
  readonly 'plugin-configuration'?: {
    readonly plugins?: readonly { readonly tools: readonly { readonly name: string }[] }[];
  };
}

export interface ScriptedTest {
  readonly script: { readonly language: string; readonly turns: readonly { readonly says: string }[] };
  readonly assertions: readonly Assertion[];
}

interface Assertion {
  readonly kind: string;
  readonly match?: string;
  readonly text?: string;
  readonly destination?: string;
  readonly tool?: string;
  readonly party?: string;
  readonly turns?: number;
  readonly milliseconds?: number;
  readonly language?: string;
}

/** The most findings of a report. */
const MOST_FINDINGS = 50;

/** How long the sandbox takes for its first response. */
const FIRST_RESPONSE_MS = 400;

/** The texts and actions of a conversation with the sandbox. */
interface Conversation {
  readonly said: readonly string[];
  readonly destination: string | null;
  readonly tools: readonly string[];
  readonly endedBy: 'agent' | 'caller' | 'transfer';
  readonly language: string | null;
  readonly turns: number;
  readonly findings: readonly Finding[];
}

interface Finding {
  readonly kind: 'tripwire' | 'end_call_rule' | 'transfer' | 'tool';
  readonly name: string;
  readonly turn: number;
}

/** The sandbox treats many digits as a telephone number. */
const DIGITS = /\d(?:[ -]?\d){5,}/g;
/** The number of lines that always fit into a report, and their maximum length. */
const EXCERPT = { lines: 6, length: 200 };

/**
 * Performs the conversation of a script, always in the same way (docs/operations.md has the rules).
 */
function play(sections: Sections, { script }: ScriptedTest): Conversation {
  const { greeting, languages = [], end_call_rules: rules = [] } = sections.assistant ?? {};
  const lines = script.turns.map(({ says }) => says);
  const routing = sections['transfer-routing'];
  const destinations = routing?.enabled === true ? (routing.customer_destinations ?? []) : [];
  const isNamed = (name: string): boolean => lines.some((line) => line.includes(name));
  const destination = destinations.find((it) => it.enabled && isNamed(it.destination_id));
  const tools = (sections['plugin-configuration']?.plugins ?? []).flatMap((plugin) => plugin.tools);
  const [rule] = rules;
  return {
    said: [...(greeting ? [greeting] : []), ...lines],
    destination: destination?.destination_id ?? null,
    tools: tools.map(({ name }) => name).filter(isNamed),
    endedBy: destination ? 'transfer' : rules.length > 0 ? 'agent' : 'caller',
    language: languages.length === 0 || languages.includes(script.language) ? script.language : null,
    turns: lines.length,
    findings: [
      ...lines.flatMap((line, n): Finding[] => {
        const turn = n + 1;
        const called = tools.filter(({ name }) => line.includes(name));
        return [
          ...(line.search(DIGITS) < 0 ? [] : [{ kind: 'tripwire', name: 'personal_data', turn } as const]),
          ...called.map(({ name }) => ({ kind: 'tool', name, turn }) as const),
          ...(destination && line.includes(destination.destination_id)
            ? [{ kind: 'transfer', name: destination.destination_id, turn } as const]
            : []),
        ];
      }),
      ...(!destination && rule?.rule_id !== undefined
        ? [{ kind: 'end_call_rule', name: rule.rule_id, turn: lines.length } as const]
        : []),
    ],
  };
}

/** The last lines of a conversation in which the agent greets, then repeats each line of the caller. */
function excerptOf(greeting: string | null | undefined, lines: readonly string[]): object {
  const shown = (role: string, text: string, at: number) => ({
    role,
    text: text.replace(DIGITS, '[redacted]').slice(0, EXCERPT.length),
    offset_ms: at * 2_000,
  });
  const all = [
    ...(greeting ? [shown('agent', greeting, 0)] : []),
    ...lines.flatMap((line, n) => [shown('caller', line, 2 * n + 1), shown('agent', line, 2 * n + 2)]),
  ];
  return { status: 'verified', lines: all.slice(-EXCERPT.lines) };
}

/** Whether an assertion held. */
function holds(assertion: Assertion, conversation: Conversation): boolean {
  switch (assertion.kind) {
    case 'agent_says': {
      const text = assertion.text!.toLowerCase();
      const isSaid = conversation.said.some((line) => line.toLowerCase().includes(text));
      return isSaid === (assertion.match === 'contains');
    }
    case 'transfers_to':
      return conversation.destination === assertion.destination;
    case 'tool_called':
      return conversation.tools.includes(assertion.tool!);
    case 'ends_call_by':
      return conversation.endedBy === assertion.party;
    case 'max_turns':
      return conversation.turns <= assertion.turns!;
    case 'max_first_response_ms':
      return FIRST_RESPONSE_MS <= assertion.milliseconds!;
    case 'language_is':
      return conversation.language === assertion.language;
    default:
      return false;
  }
}

/** The report of a test, without its id and attempt. */
export function resultOf(sections: Sections, test: ScriptedTest): object {
  const conversation = play(sections, test);
  return {
    state: 'finished',
    assertions: test.assertions.map((assertion, index) => ({
      index,
      passed: holds(assertion, conversation),
    })),
    turns: conversation.turns,
    first_response_ms: FIRST_RESPONSE_MS,
    findings: conversation.findings.slice(0, MOST_FINDINGS),
    redacted_excerpt: excerptOf(
      sections.assistant?.greeting,
      test.script.turns.map(({ says }) => says),
    ),
  };
}

/** Words for the end of a test call, by the disposition of a dispatch. */
const OUTCOMES: Readonly<Record<string, string>> = {
  goal_completed: 'goal_completed',
  transferred: 'transferred',
  silence: 'silence',
  voicemail_left: 'voicemail',
  voicemail_no_message: 'voicemail',
};

export function endOfTestCall(number: string): object {
  const { disposition, callStatus } = outcomeOf({
    to_number: number,
    voicemail_policy: { on_voicemail: 'leave_message' },
  });
  if (callStatus !== 'completed') return { state: 'failed', failure_reason: disposition };
  return {
    state: 'ended',
    outcome: OUTCOMES[disposition] ?? 'answered',
    stages: {
      first_response_ms: FIRST_RESPONSE_MS,
      speech_to_text_ms: 120,
      model_ms: 210,
      text_to_speech_ms: 70,
      turn_ms: 400,
    },
    redacted_transcript: {
      status: 'verified',
      lines: [
        { role: 'agent', text: 'This is the sandbox. It calls nobody.', offset_ms: 0 },
        { role: 'caller', text: 'My number is [redacted].', offset_ms: 2_400 },
      ],
    },
  };
}
