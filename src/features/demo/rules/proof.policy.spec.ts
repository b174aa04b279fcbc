import { describe, expect, it } from 'vitest';
import { MAX_PROOF_CHARACTERS, readProof } from './proof.policy.js';

const CHALLENGE = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    data: { expires_at_ms: 1_780_000_000_000 },
    keyLength: 32,
    keyPrefix: 'ab12',
    keySignature: 'cd34',
    nonce: '00112233445566778899aabbccddeeff',
    salt: 'ffeeddccbbaa99887766554433221100',
  },
  signature: 'ab'.repeat(32),
};
const SOLUTION = { counter: 612, derivedKey: 'cd'.repeat(32), time: 812 };
const written = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');
const withParameters = (parameters: object): string =>
  written({
    challenge: { ...CHALLENGE, parameters: { ...CHALLENGE.parameters, ...parameters } },
    solution: SOLUTION,
  });
const withSolution = (solution: object): string =>
  written({ challenge: CHALLENGE, solution: { ...SOLUTION, ...solution } });

// demo 3.1, 3.2
describe('a solved challenge', () => {
  it('is read as it was made', () => {
    const sent = written({ challenge: CHALLENGE, solution: SOLUTION });
    expect(readProof(sent)).toEqual({
      challenge: CHALLENGE,
      solution: { counter: 612, derivedKey: SOLUTION.derivedKey },
      nonce: CHALLENGE.parameters.nonce,
      expiresAtMs: 1_780_000_000_000,
    });
    expect(sent.length).toBeLessThan(MAX_PROOF_CHARACTERS);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an object', { challenge: CHALLENGE, solution: SOLUTION }],
    ['an empty text', ''],
    ['no base64', '{"challenge":{}}'],
    ['base64 of no JSON', Buffer.from('challenge').toString('base64')],
    ['base64 of a list', written([CHALLENGE, SOLUTION])],
    ['a challenge alone', written({ challenge: CHALLENGE })],
    ['a solution alone', written({ solution: SOLUTION })],
    ['no signature', written({ challenge: { parameters: CHALLENGE.parameters }, solution: SOLUTION })],
    [
      'a signature of other characters',
      written({ challenge: { ...CHALLENGE, signature: 'xy' }, solution: SOLUTION }),
    ],
    ['a counter below zero', withSolution({ counter: -1 })],
    ['a counter that is not a whole number', withSolution({ counter: 1.5 })],
    ['a counter past 32 bits', withSolution({ counter: 2 ** 32 })],
    ['a counter as text', withSolution({ counter: '612' })],
    ['a key that is none', withSolution({ derivedKey: 'none' })],
    ['an empty key', withSolution({ derivedKey: '' })],
    ['a nonce that is none', withParameters({ nonce: 7 })],
    ['a list among the parameters', withParameters({ salt: [[[]]] })],
    ['an end that is not a number', withParameters({ data: { expires_at_ms: '1780000000000' } })],
    ['no end', withParameters({ data: {} })],
    ['more beside the end', withParameters({ data: { expires_at_ms: 1, more: 2 } })],
    ['a text that is too long', withParameters({ salt: 'a'.repeat(MAX_PROOF_CHARACTERS) })],
  ])('is not read of %s', (_, sent) => {
    expect(readProof(sent)).toBeNull();
  });
});
