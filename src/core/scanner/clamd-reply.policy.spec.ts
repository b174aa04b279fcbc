import { describe, expect, it } from 'vitest';
import { verdictOf } from './clamd-reply.policy.js';

const fault = { fault: expect.any(String) as string };

// operations 10.2
describe('a reply of clamd', () => {
  it.each([
    ['stream: OK', true, { isClean: true }],
    ['stream: OK', false, fault],
    ['stream: Eicar-Signature FOUND', true, { isClean: false, finding: 'Eicar-Signature' }],
    ['stream: Win.Test.EICAR_HDB-1 FOUND', false, { isClean: false, finding: 'Win.Test.EICAR_HDB-1' }],
    // A name that may contain bytes of the file is not repeated.
    ['stream: secret words of the file FOUND', true, { isClean: false, finding: 'unnamed finding' }],
    [`stream: ${'x'.repeat(201)} FOUND`, true, { isClean: false, finding: 'unnamed finding' }],
    ['stream: \r\nFOUND FOUND', true, fault],
    ['INSTREAM size limit exceeded. ERROR', false, fault],
    ['stream: OK FOUND', true, { isClean: false, finding: 'OK' }],
    ['UNKNOWN COMMAND', true, fault],
    ['', true, fault],
    ['stream: ok', true, fault],
    ['stream: OK ', true, fault],
    ['stream: OK\nstream: OK', true, fault],
    ['stream: FOUND', true, fault],
  ])('%j, with the whole file sent: %s', (reply, isWhole, read) => {
    expect(verdictOf(reply, isWhole)).toEqual(read);
  });
});
