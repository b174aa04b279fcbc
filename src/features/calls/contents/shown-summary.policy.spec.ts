import { describe, expect, it } from 'vitest';
import { shownSummary } from './shown-summary.policy.js';

const CLEAN = 'Booked for Tuesday 3 pm, order 12345, 2 adults, $240.50.';
const PERSONAL = [
  'Call back on 0491 570 006.',
  'His TFN is 123 456 782.',
  'Write to robin@example.com.',
  'Card 4111 1111 1111 1111.',
];

const FORMS = ['stored', 'safe', 'none'] as const;

// privacy 3.3
describe('shownSummary', () => {
  it('shows a summary without personal data, where any are shown without permission', () => {
    for (const form of ['stored', 'safe'] as const) {
      expect(shownSummary(true, CLEAN, form)).toEqual({ summary: CLEAN, status: 'available' });
    }
  });

  it.each(PERSONAL)('withholds "%s" from whom it is not permitted to', (text) => {
    expect(shownSummary(true, text, 'safe')).toEqual({ summary: null, status: 'withheld' });
  });

  it.each([CLEAN, ...PERSONAL])(
    'withholds "%s" from everybody without permission, where the tenant is strict',
    (text) => {
      expect(shownSummary(true, text, 'none')).toEqual({ summary: null, status: 'withheld' });
    },
  );

  it.each(PERSONAL)('shows "%s" as it is stored with permission', (text) => {
    expect(shownSummary(true, text, 'stored')).toEqual({ summary: text, status: 'available' });
  });

  it.each(FORMS)('withholds one that does not open, whatever is permitted (%s)', (form) => {
    expect(shownSummary(true, null, form)).toEqual({ summary: null, status: 'withheld' });
  });

  it.each(FORMS)('has none where none is stored, or a blank one (%s)', (form) => {
    const none = { summary: null, status: 'none' };
    expect(shownSummary(false, null, form)).toEqual(none);
    expect(shownSummary(true, '', form)).toEqual(none);
    expect(shownSummary(true, ' \n\t ', form)).toEqual(none);
  });
});
