import { describe, expect, it } from 'vitest';
import { assertionFault, methodsOfContexts, type AssertionFacts } from './saml-response.policy.js';

const NOW = new Date('2026-11-20T10:00:00Z');
const at = (seconds: number): string => new Date(NOW.getTime() + seconds * 1000).toISOString();

const CONFIRMATION = {
  method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  recipient: 'https://portal.example/acs',
  inResponseTo: '_request',
  notBefore: null,
  notOnOrAfter: at(300),
};
const SOUND: AssertionFacts = {
  destination: 'https://portal.example/acs',
  issuer: 'https://directory.example',
  subject: 'mei-1',
  subjectFormat: null,
  audiences: [['https://portal.example/metadata']],
  notBefore: at(-10),
  notOnOrAfter: at(300),
  confirmations: [CONFIRMATION],
};
const EXPECTED = {
  issuer: 'https://directory.example',
  audience: 'https://portal.example/metadata',
  recipient: 'https://portal.example/acs',
  requestId: '_request',
  now: NOW,
};
const confirmed = (changes: object): Partial<AssertionFacts> => ({
  confirmations: [{ ...CONFIRMATION, ...changes }],
});

describe('an assertion', () => {
  // single-sign-on 5.3
  it.each<[string, Partial<AssertionFacts>, string | null]>([
    ['a sound one', {}, null],
    ['another issuer', { issuer: 'https://evil.example' }, 'issuer'],
    ['another destination', { destination: 'https://evil.example/acs' }, 'destination'],
    ['no destination', { destination: null }, null],
    ['no subject', { subject: ' ' }, 'subject'],
    ['a subject with control characters', { subject: 'mei\0-1' }, 'subject'],
    ['a subject without end', { subject: 'a'.repeat(1025) }, 'subject'],
    [
      'a subject for one sign-in',
      { subjectFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      'subject_transient',
    ],
    ['another audience', { audiences: [['https://other.example']] }, 'audience'],
    ['no audience', { audiences: [] }, 'audience'],
    ['one of two restrictions', { audiences: [[EXPECTED.audience], ['https://other.example']] }, 'audience'],
    ['our audience among several', { audiences: [['https://x.example', EXPECTED.audience]] }, null],
    ['an end in the past', { notOnOrAfter: at(-60) }, 'expired'],
    ['an end within the difference of clocks', { notOnOrAfter: at(-59) }, null],
    ['no end', { notOnOrAfter: null }, 'expired'],
    ['an end that is not an instant', { notOnOrAfter: 'tomorrow' }, 'expired'],
    ['a start in the future', { notBefore: at(61) }, 'not_yet_valid'],
    ['a start within the difference of clocks', { notBefore: at(60) }, null],
    ['a start that is not an instant', { notBefore: 'soon' }, 'not_yet_valid'],
    ['no confirmation', { confirmations: [] }, 'recipient'],
    ['a confirmation of another kind', confirmed({ method: 'urn:x:holder-of-key' }), 'recipient'],
    ['another recipient', confirmed({ recipient: 'https://evil.example/acs' }), 'recipient'],
    ['an answer to another request', confirmed({ inResponseTo: '_other' }), 'in_response_to'],
    ['an answer to no request', confirmed({ inResponseTo: null }), 'in_response_to'],
    ['a confirmation with a start', confirmed({ notBefore: at(-10) }), 'in_response_to'],
    ['a confirmation that has ended', confirmed({ notOnOrAfter: at(-60) }), 'expired'],
    ['a confirmation without end', confirmed({ notOnOrAfter: null }), 'expired'],
  ])('%s: %j', (_, changes, fault) => {
    expect(assertionFault({ ...SOUND, ...changes }, EXPECTED)).toBe(fault);
  });

  // single-sign-on 4.6
  it('has the methods of its contexts', () => {
    expect(
      methodsOfContexts([
        'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
        'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
        'https://refeds.org/profile/mfa',
        'urn:unknown',
      ]),
    ).toEqual(['pwd', 'mfa']);
  });
});
