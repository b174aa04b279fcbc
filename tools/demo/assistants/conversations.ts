import type { DemoCaller } from '../calls/callers.ts';
import { SCRIPTS } from './conversation-scripts.ts';
import type { BusinessKind } from './conversation-scripts.ts';
import type { Random } from '../random.ts';

/** How a conversation ends. */
export type Ending = 'resolved' | 'transferred' | 'follow_up' | 'broken_off' | 'silence' | 'fault';

interface SpokenLine {
  readonly role: 'caller' | 'agent';
  readonly text: string;
  readonly offset_ms: number;
}

export interface Conversation {
  readonly summary: string;
  readonly lines: readonly SpokenLine[];
  /** The same lines without name and number. */
  readonly redactedLines: readonly SpokenLine[];
}

const NAME = '{name}';
const NUMBER = '{number}';

const CLOSINGS: Readonly<Record<Ending, readonly (readonly [question: string, answer: string])[]>> = {
  resolved: [
    ['That is all done, {name}. Is there anything else?', 'No, that was everything. Thank you.'],
    ['I have taken care of it. You will get a message on {number}.', 'Perfect, thanks a lot.'],
  ],
  transferred: [
    ['I will put you through to somebody who can help, {name}.', 'Yes, please do.'],
    ['Let me connect you with a colleague.', 'Thank you, I will hold.'],
  ],
  follow_up: [
    ['One of our people will ring you back on {number}.', 'All right, I will wait for that.'],
    ['I need to check that and we will come back to you, {name}.', 'Okay, as soon as you can.'],
  ],
  broken_off: [],
  silence: [['Are you still there, {name}?', '...']],
  fault: [['I am sorry, I cannot reach our system at the moment.', 'Then I will try again later.']],
};

const OUTCOME_SENTENCES: Readonly<Record<Ending, string>> = {
  resolved: 'The request was settled during the call.',
  transferred: 'The caller was passed on to a person.',
  follow_up: 'The team is to get back to the caller.',
  broken_off: 'The caller left before the request was settled.',
  silence: 'The caller stopped answering and the call timed out.',
  fault: 'A technical fault ended the call early.',
};

const APOLOGY = ['I am sorry to hear that. I will note it for the team.', 'Please do.'] as const;

interface Course {
  readonly ending: Ending;
  /** If true, the caller and the summary say why. */
  readonly isUnhappy: boolean;
  readonly durationSeconds: number;
}

/**
 * An invented conversation of 6 to 14 lines with the given duration. The caller says a name and a
 * number, which are missing from the redacted lines and the summary.
 */
export function converse(
  random: Random,
  kind: BusinessKind,
  caller: DemoCaller,
  { ending, isUnhappy, durationSeconds }: Course,
): Conversation {
  const script = SCRIPTS[kind];
  const topic = random.pick(script.topics);
  const grievance = isUnhappy ? random.pick(script.grievances) : null;
  // An unhappy caller's words replace further questions.
  const exchanges = topic.exchanges.slice(0, grievance ? 1 : random.between(1, topic.exchanges.length));
  const closing = CLOSINGS[ending].length === 0 ? [] : random.pick(CLOSINGS[ending]);
  const templates = [
    script.greeting,
    topic.request,
    'I can help with that. May I have your name, please?',
    `Sure, it is ${NAME}.`,
    `Thank you, ${NAME}. What is the best number to reach you on?`,
    `${NUMBER}.`,
    ...(ending === 'broken_off' ? [] : exchanges.flat()),
    ...(grievance?.exchange ?? []),
    ...(grievance && ending !== 'broken_off' ? APOLOGY : []),
    ...closing,
  ];
  const pace = (durationSeconds * 1000) / (templates.length + 1);
  const offsets = templates.map((_, index) => Math.floor(pace * (index + random.next() * 0.6)));
  const spoken = (name: string, number: string): SpokenLine[] =>
    templates.map((template, index) => ({
      role: index % 2 === 0 ? 'agent' : 'caller',
      text: template.replaceAll(NAME, name).replaceAll(NUMBER, number),
      offset_ms: offsets[index] ?? 0,
    }));
  return {
    summary: [
      `Caller asked about ${topic.about}.`,
      ...(grievance ? [`The caller was unhappy: ${grievance.why}.`] : []),
      OUTCOME_SENTENCES[ending],
    ].join(' '),
    lines: spoken(caller.name, caller.spokenNumber),
    redactedLines: spoken('[name removed]', '[number removed]'),
  };
}
