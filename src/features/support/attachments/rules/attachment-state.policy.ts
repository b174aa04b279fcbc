export const ATTACHMENT_STATES = [
  'session_open',
  'uploaded',
  'scanning',
  'clean',
  'infected',
  'refused',
  'failed',
  'deleted',
] as const;
export type AttachmentState = (typeof ATTACHMENT_STATES)[number];

/** Events of a file. `wait`: the scanner is unavailable. */
export const ATTACHMENT_EVENTS = [
  'finalise',
  'expire',
  'scan',
  'wait',
  'find_clean',
  'find_infected',
  'refuse',
  'fail',
  'delete',
] as const;
export type AttachmentEvent = (typeof ATTACHMENT_EVENTS)[number];

/**
 * All permitted changes (support-attachments 5.1). A state without a change for an event stays the
 * same.
 */
const MOVES: Readonly<Record<AttachmentState, Readonly<Partial<Record<AttachmentEvent, AttachmentState>>>>> =
  {
    session_open: { finalise: 'uploaded', expire: 'failed', delete: 'deleted' },
    uploaded: { scan: 'scanning', fail: 'failed', delete: 'deleted' },
    // A worker that replaces a killed one starts again.
    scanning: {
      scan: 'scanning',
      wait: 'uploaded',
      find_clean: 'clean',
      find_infected: 'infected',
      refuse: 'refused',
      fail: 'failed',
      delete: 'deleted',
    },
    clean: { find_clean: 'clean', find_infected: 'infected', delete: 'deleted' },
    // Its name and the finding stay.
    infected: {},
    refused: { delete: 'deleted' },
    failed: { delete: 'deleted' },
    deleted: {},
  };

export const moveOf = (from: AttachmentState, event: AttachmentEvent): AttachmentState | null =>
  MOVES[from][event] ?? null;

/** The states from which an event moves a file. */
export const statesBefore = (event: AttachmentEvent): readonly AttachmentState[] =>
  ATTACHMENT_STATES.filter((state) => moveOf(state, event) !== null);

/** Whether the content of a file exists, or may be on its way. */
export const holdsContent = (state: AttachmentState): boolean =>
  state === 'session_open' || state === 'uploaded' || state === 'scanning' || state === 'clean';
