import { describe, expect, it } from 'vitest';
import { mayWriteNote, shownNote } from './follow-up.policy.js';

const CLEAN = 'Wants the blue one.';
const PERSONAL = 'Call back on +61 491 570 156.';

// follow-up 2.4
describe('a note', () => {
  it.each([
    [null, 'none', 'none', false],
    [null, 'safe', 'none', true],
    [null, 'stored', 'none', true],
    [CLEAN, 'none', 'withheld', false],
    [CLEAN, 'safe', 'available', true],
    [PERSONAL, 'safe', 'withheld', false],
    [PERSONAL, 'stored', 'available', true],
    // It does not open.
    [undefined, 'stored', 'withheld', false],
    [undefined, 'safe', 'withheld', false],
  ] as const)(
    '%j, of which summaries are shown in the form %s: %s, writable: %s',
    (note, form, status, may) => {
      expect(shownNote(note, form)).toEqual({
        note: status === 'available' ? note : null,
        note_status: status,
      });
      expect(mayWriteNote(note, form)).toBe(may);
    },
  );
});
