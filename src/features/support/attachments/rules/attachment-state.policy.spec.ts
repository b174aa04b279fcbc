import { describe, expect, it } from 'vitest';
import {
  ATTACHMENT_EVENTS,
  ATTACHMENT_STATES,
  holdsContent,
  moveOf,
  statesBefore,
  type AttachmentState,
} from './attachment-state.policy.js';

// support-attachments 5.1: rows are states, columns are events; `-` means no change.
const TABLE = `
                 finalise  expire  scan      wait      find_clean find_infected refuse   fail    delete
  session_open   uploaded  failed  -         -         -          -             -        -       deleted
  uploaded       -         -       scanning  -         -          -             -        failed  deleted
  scanning       -         -       scanning  uploaded  clean      infected      refused  failed  deleted
  clean          -         -       -         -         clean      infected      -        -       deleted
  infected       -         -       -         -         -          -             -        -       -
  refused        -         -       -         -         -          -             -        -       deleted
  failed         -         -       -         -         -          -             -        -       deleted
  deleted        -         -       -         -         -          -             -        -       -`;

describe('the state of a file', () => {
  it('moves by this table and by nothing else', () => {
    const [events, ...rows] = TABLE.trim()
      .split('\n')
      .map((line) => line.trim().split(/ +/));
    expect(events).toEqual(ATTACHMENT_EVENTS);
    expect(rows.map(([state]) => state)).toEqual(ATTACHMENT_STATES);
    for (const [state, ...moves] of rows)
      for (const [index, event] of ATTACHMENT_EVENTS.entries())
        expect([state, event, moveOf(state as AttachmentState, event) ?? '-']).toEqual([
          state,
          event,
          moves[index],
        ]);
  });

  it('is clean only after a scan', () => {
    expect(statesBefore('find_clean')).toEqual(['scanning', 'clean']);
    expect(ATTACHMENT_STATES.filter(holdsContent)).toEqual(['session_open', 'uploaded', 'scanning', 'clean']);
  });
});
