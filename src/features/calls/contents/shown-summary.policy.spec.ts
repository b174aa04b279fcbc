import { describe, expect, it } from 'vitest';
import { shownSummary } from './shown-summary.policy.js';

const CLEAN = 'Booked for Tuesday 3 pm, order 12345, 2 adults, $240.50.';
const PERSONAL = [
  'Call back on 0491 570 006.',
  'His TFN is 123 456 782.',
  'Write to robin@example.com.',
  'Card 4111 1111 1111 1111.',
];

describe('shownSummary', () => {
  it('shows a summary without personal data to everybody', () => {
    for (const isPermitted of [true, false]) {
      expect(shownSummary(true, CLEAN, isPermitted)).toEqual({ summary: CLEAN, status: 'available' });
    }
  });

  it.each(PERSONAL)('withholds "%s" from whom it is not permitted to', (text) => {
    expect(shownSummary(true, text, false)).toEqual({ summary: null, status: 'withheld' });
  });

  it.each(PERSONAL)('shows "%s" as it is stored with permission', (text) => {
    expect(shownSummary(true, text, true)).toEqual({ summary: text, status: 'available' });
  });

  it.each([true, false])('withholds one that does not open, whatever is permitted (%s)', (isPermitted) => {
    expect(shownSummary(true, null, isPermitted)).toEqual({ summary: null, status: 'withheld' });
  });

  it.each([true, false])('has none where none is stored, or a blank one (%s)', (isPermitted) => {
    const none = { summary: null, status: 'none' };
    expect(shownSummary(false, null, isPermitted)).toEqual(none);
    expect(shownSummary(true, '', isPermitted)).toEqual(none);
    expect(shownSummary(true, ' \n\t ', isPermitted)).toEqual(none);
  });
});
