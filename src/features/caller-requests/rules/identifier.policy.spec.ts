import { describe, expect, it } from 'vitest';
import { readIdentifier } from './identifier.policy.js';

// caller-requests 4.2
describe('a telephone number', () => {
  it.each([
    ['+61 491 570 156', '+61491570156', '+61 *** *** 156'],
    ['+61491570156', '+61491570156', '+61 *** *** 156'],
    [' +1 (202) 555-0143 ', '+12025550143', '+1 *** *** 143'],
    ['+44 7700 900123', '+447700900123', '+44 *** *** 123'],
  ])('%s is normalised and masked', (sent, number, display) => {
    expect(readIdentifier({ identifier_kind: 'phone', caller_identifier: sent })).toEqual({
      number,
      display,
    });
  });

  it.each([
    ['without a country code', '0491 570 156'],
    ['too short', '+61 4915'],
    ['words', 'call me'],
    ['with an extension', '+61 491 570 156 ext. 7'],
    ['too long', '+614915701561234567'],
  ])('%s is refused, and not repeated', (_, sent) => {
    const read = readIdentifier({ identifier_kind: 'phone', caller_identifier: sent });
    expect(read).toMatchObject({ loc: ['body', 'caller_identifier'], type: 'phone_invalid' });
    expect(JSON.stringify(read)).not.toContain(sent);
  });

  it.each([undefined, '', '   '])('%j is missing', (sent) => {
    const read = readIdentifier({
      identifier_kind: 'phone',
      ...(sent !== undefined && { caller_identifier: sent }),
    });
    expect(read).toMatchObject({ type: 'missing' });
  });
});

// caller-requests 4.3
describe('a manual identifier', () => {
  it.each([
    ['keeps its first letter', { contact_display_source: 'Jane Citizen' }, 'J***'],
    ['keeps nothing where it begins with no letter', { contact_display_source: '12 Example Street' }, '***'],
    [
      'is taken from the details of the contact',
      { contact_display_source: 'Jane', caller_identifier: 'Bob' },
      'J***',
    ],
    ['else from the identifier', { caller_identifier: 'Bob' }, 'B***'],
    ['may be missing', {}, '***'],
    ['may be a number, of which nothing is shown', { caller_identifier: '+61 491 570 156' }, '***'],
  ])('%s, and is never hashed', (_, sent, display) => {
    expect(readIdentifier({ identifier_kind: 'manual', ...sent })).toEqual({ display, number: null });
  });
});
