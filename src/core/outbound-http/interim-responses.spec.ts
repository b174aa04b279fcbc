import { describe, expect, it } from 'vitest';
import { InterimResponses } from './interim-responses.js';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n';
const ANSWER = `HTTP/1.1 200 OK\r\nContent-Length: ${CONTINUE.length}\r\n\r\n${CONTINUE}`;

const passed = (answers: InterimResponses, text: string, size: number): string => {
  const bytes = Buffer.from(text);
  let out = '';
  for (let at = 0; at < bytes.length; at += size)
    out += answers.pass(bytes.subarray(at, at + size)).toString();
  return out;
};

// Rules: webhooks 7.1.
describe('interim answers', () => {
  it.each([1, 2, 5, 12, 26, 10_000])(
    'in chunks of %i bytes are removed, separately for each request',
    (size) => {
      const answers = new InterimResponses();
      for (const before of ['', CONTINUE, HINTS, CONTINUE + HINTS + CONTINUE]) {
        answers.expectAnswer();
        expect(passed(answers, before + ANSWER, size)).toBe(ANSWER);
      }
    },
  );

  it.each([
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/1.1 204 No Content\r\n\r\n',
    'HTTP/2 100 Continue\r\n\r\n',
    'nothing of HTTP',
  ])('are not %j', (text) => {
    const answers = new InterimResponses();
    answers.expectAnswer();
    expect(passed(answers, text, 1)).toBe(text);
  });

  it('that never end are passed on after 16 KiB, to be refused', () => {
    const answers = new InterimResponses();
    answers.expectAnswer();
    expect(passed(answers, `HTTP/1.1 100 ${'x'.repeat(16_000)}`, 1)).toBe('');
    expect(passed(answers, 'x'.repeat(1000), 1)).toMatch(/^x+$/);
  });
});
