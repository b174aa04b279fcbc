interface Line {
  readonly role: 'agent' | 'caller';
  readonly text: string;
  readonly offset_ms: number;
}

/** The answer of the called person, by the outcome of the call. */
const ANSWERS: Readonly<Record<string, string>> = {
  goal_completed: 'Yes, that suits me. Please book it.',
  answered: 'Thank you, I will think about it.',
  callback_requested: 'I am driving. Can you call me back tomorrow?',
  not_interested: 'No, thank you. I am not interested.',
  transferred: 'I would rather talk to a person.',
  wrong_number: 'You have the wrong number.',
  direct_opt_out: 'Please do not call me again.',
};
const LAST: Readonly<Record<string, string>> = {
  goal_completed: 'It is booked. Goodbye.',
  callback_requested: 'Gladly. I have noted it. Goodbye.',
  transferred: 'One moment, I connect you.',
  direct_opt_out: 'I have noted that. We will not call again.',
};

/**
 * Words of an answered call, spread over its time. They contain no name and no number, so the
 * redaction is the same text.
 */
export function talkOf(disposition: string, seconds: number): object {
  const answer = ANSWERS[disposition];
  const said: readonly (readonly [Line['role'], string])[] = [
    ['agent', 'Hello, this is the sandbox. It calls nobody.'],
    ...(answer === undefined
      ? []
      : ([
          ['caller', answer],
          ['agent', LAST[disposition] ?? 'Thank you for your time. Goodbye.'],
        ] as const)),
  ];
  const lines: readonly Line[] = said.map(([role, text], at) => ({
    role,
    text,
    offset_ms: Math.floor((seconds * 1000 * at) / said.length),
  }));
  return { transcript: lines, redacted_transcript: { status: 'verified', lines } };
}
