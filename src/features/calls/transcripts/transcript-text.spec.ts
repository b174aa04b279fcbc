import { describe, expect, it } from 'vitest';
import { transcriptTextFile } from './transcript-text.js';
import { transcriptText } from './transcript-text.policy.js';
import type { Transcript } from './transcript-text.policy.js';

const saying = (count: number, text: string): Transcript => ({
  callId: 'room-1',
  startedAt: new Date('2026-10-31T04:12:09.500Z'),
  project: 'Front desk',
  form: 'redacted',
  lines: Array.from({ length: count }, (_, index) => ({ role: 'agent', text, offset_ms: index * 1000 })),
});

describe('transcriptTextFile', () => {
  it.each([
    ['nothing', saying(0, '')],
    ['a line', saying(1, 'Hello 👋')],
    ['as much as a call can hold', saying(5000, 'çà et là 👋 '.repeat(150))],
  ])('is the text in UTF-8, of %s', async (_, transcript) => {
    expect((await transcriptTextFile(transcript)).toString()).toBe([...transcriptText(transcript)].join(''));
  });

  // Fails if the loop over lines does not yield to the event loop.
  it('leaves turns of the event loop to others', async () => {
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await transcriptTextFile(saying(5000, 'é'.repeat(10_000)));
    isDone = true;
    expect(turns).toBeGreaterThan(3);
  });
});
