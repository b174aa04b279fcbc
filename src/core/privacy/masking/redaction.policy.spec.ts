import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { scrubPersonalData } from './redaction.policy.js';

describe('scrubPersonalData', () => {
  it.each([
    ['+61491570006', '[number]'],
    ['call +61 491 570 006 now', 'call [number] now'],
    ['call (+61) 491-570-006.', 'call ([number].'],
    ['to 0491 570 006', 'to [number]'],
    ['to (02) 5550 0000', 'to ([number]'],
    ['to 02.5550.0000', 'to [number]'],
    ['to 0061 491 570 006', 'to [number]'],
    ['to +61 (0)491 570 006', 'to [number]'],
    ['%2B61491570006', '%2B[number]'],
    ['＋６１４９１５７０００６', '[number]'],
    ['٠٤٩١٥٧٠٠٠٦', '[number]'],
    ['0491\u00a0570\u00a0006', '[number]'],
    ['0491\u2011570\u2011006', '[number]'],
    ['sip:+61491570006@example.com', 'sip:[email]'],
    ['card 4111 1111 1111 1111', 'card [number]'],
    ['id 1234567', 'id [number]'],
    ['2026-11-21 0491570006', '2026-11-21 [number]'],
    ['2026-11-21T09:30:00Z +61491570006', '2026-11-21T09:30:00Z [number]'],
    ['0491-57-0006', '[number]'],
    ['61.491.570.006', '[number]'],
  ])('takes the number out of %j', (text, scrubbed) => {
    expect(scrubPersonalData(text)).toBe(scrubbed);
  });

  it.each([
    ['jane.citizen@example.com', '[email]'],
    ['mail <jane+tag@example.com>, please', 'mail <[email]>, please'],
    ['email=jane@localhost', 'email=[email]'],
    ['jane%40example.com', '[email]'],
    ['ōtani@例え.jp', '[email]'],
    ['{"to":"jane@example.com","cc":"joe@example.org"}', '{"to":"[email]","cc":"[email]"}'],
    ['postgres://api:hunter2@db:5432/calls', 'postgres://api:[email]:5432/calls'],
  ])('takes the address out of %j', (text, scrubbed) => {
    expect(scrubPersonalData(text)).toBe(scrubbed);
  });

  it.each([
    '',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'connect ETIMEDOUT 192.168.100.250:443',
    'canceling statement due to statement timeout (57014)',
    'at 2026-11-21T09:30:00.123Z',
    'at 2026-11-21 09:30',
    'job 3f2504e0-4f89-11d3-9a0c-030512345678 failed after 3 attempts',
    'node_modules/@aws-sdk/client-kms/index.js:120:15',
    'HTTP 503 after 1000 ms',
  ])('leaves %j readable', (text) => {
    expect(scrubPersonalData(text)).toBe(text);
  });

  it('lets no Australian or E.164 number through, however it is grouped and whatever surrounds it', () => {
    const separator = fc.constantFrom('', ' ', '-', '.', ') ', '\u00a0');
    const number = fc
      .tuple(fc.constantFrom('+61 491', '0491', '+1 202', '(02) 5'), separator, separator)
      .map(([start, one, two]) => `${start}${one}570${two}006`);
    // Words only: digits or our own letters would make the expectation below ambiguous.
    const words = fc.stringMatching(/^[a-z ,;"]{0,12}$/);
    fc.assert(
      fc.property(words, number, words, (before, canary, after) => {
        expect(scrubPersonalData(`${before} ${canary} ${after}`)).not.toMatch(/570|006/);
      }),
    );
  });

  it('stays fast on a long text made to be slow', () => {
    for (const unit of ['a', '1 ', '+', '1.', 'a.b-', '2026-11-', '@', '((((1']) {
      const scrubbed = scrubPersonalData(unit.repeat(50_000));
      expect(typeof scrubbed).toBe('string');
    }
  });
});
