import { whole } from '../../config/validators.js';

export const WORKSPACE_SETTINGS = {
  MAX_DRAFT_EDITS: whole(
    100,
    1_000_000,
  )({
    // A person who saves once a minute takes 33 hours for it. At the 128 KiB of the largest section
    // it is 250 MiB.
    default: 2000,
    desc:
      'Edits that a draft may have until it is published or unchanged for a day; one more is 409 ' +
      'project_draft_limit.',
    example: '2000',
  }),
};
