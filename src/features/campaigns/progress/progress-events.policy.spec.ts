import { describe, expect, it } from 'vitest';
import { countsIn } from '../counts/campaign-counts.js';
import { eventsFor } from './progress-events.policy.js';
import type { Progress } from './progress-events.policy.js';

const AT = new Date('2026-11-25T01:00:00.000Z');
const progress = (status: Progress['status'], pending = 2): Progress => ({
  status,
  statusReason: 'user',
  counts: countsIn({
    status: { pending, completed: 2 - pending },
    callable: { true: 2 },
    reason: {},
    disposition: {},
    registry: {},
  }),
});
const namesOf = (text: string): string[] => [...text.matchAll(/^event: (.*)$/gm)].map((it) => it[1]!);

describe('the events of a state', () => {
  const first = eventsFor(progress('running'), undefined, AT)!;
  const last = eventsFor(progress('completed', 0), first.id, AT)!;

  // campaigns 11.2
  it('are one event with the sums, each field on its own line', () => {
    expect(first.text).toMatch(/^id: [\w-]{22}\nevent: progress\ndata: \{[^\n]*\}\n\n$/);
    expect(first.text).toContain('"at_utc":"2026-11-25T01:00:00.000Z"');
  });

  // campaigns 11.3
  it('are none for a reader who has seen that state, at any time', () => {
    expect(eventsFor(progress('running'), first.id, new Date())).toBeNull();
    expect(eventsFor(progress('running', 1), first.id, AT)?.id).not.toBe(first.id);
    expect(eventsFor(progress('paused'), first.id, AT)?.id).not.toBe(first.id);
  });

  // campaigns 11.4
  it('of a finished campaign are its sums and its end, once each', () => {
    expect(namesOf(last.text)).toEqual(['progress', 'ended']);
    const seen = /^id: (.*)$/m.exec(last.text)![1];
    expect(namesOf(eventsFor(progress('completed', 0), seen, AT)!.text)).toEqual(['ended']);
    expect(eventsFor(progress('completed', 0), last.id, AT)).toBeNull();
  });

  it('of an unknown id are those for a new reader', () => {
    expect(namesOf(eventsFor(progress('running'), '\n\nevent: x', AT)!.text)).toEqual(['progress']);
  });
});
