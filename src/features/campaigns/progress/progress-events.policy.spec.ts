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
  it('are one with sums, on a line of its own each', () => {
    expect(first.text).toMatch(/^id: [\w-]{22}\nevent: progress\ndata: \{[^\n]*\}\n\n$/);
    expect(first.text).toContain('"at_utc":"2026-11-25T01:00:00.000Z"');
  });

  // campaigns 11.3
  it('are none for those who have seen it, whenever it was told', () => {
    expect(eventsFor(progress('running'), first.id, new Date())).toBeNull();
    expect(eventsFor(progress('running', 1), first.id, AT)?.id).not.toBe(first.id);
    expect(eventsFor(progress('paused'), first.id, AT)?.id).not.toBe(first.id);
  });

  // campaigns 11.4
  it('of one that is over are its sums and the end, each once', () => {
    expect(namesOf(last.text)).toEqual(['progress', 'ended']);
    const seen = /^id: (.*)$/m.exec(last.text)![1];
    expect(namesOf(eventsFor(progress('completed', 0), seen, AT)!.text)).toEqual(['ended']);
    expect(eventsFor(progress('completed', 0), last.id, AT)).toBeNull();
  });

  it('of ids that are none of ours are those for a newcomer', () => {
    expect(namesOf(eventsFor(progress('running'), '\n\nevent: x', AT)!.text)).toEqual(['progress']);
  });
});
