import { whole } from '../../config/validators.js';

export const WORKSPACE_SETTINGS = {
  MAX_DRAFT_EDITS: whole(
    100,
    1_000_000,
  )({
    // At one save a minute, 33 hours. With the largest sections of 128 KiB, 250 MiB.
    default: 2000,
    desc:
      'Edits that a draft may have until it is published or unchanged for a day; one more is 409 ' +
      'project_draft_limit.',
    example: '2000',
  }),
};
