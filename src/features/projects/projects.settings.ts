import { whole } from '../../config/validators.js';

export const PROJECT_SETTINGS = {
  MAX_PROJECTS: whole(
    1,
    100_000,
  )({
    // A chain with an assistant for each of its sites has a few hundred; lists for older roles
    // return all of them at once.
    default: 500,
    desc: 'Projects that a client may have in an environment, archived ones included; one more is 409 project_limit.',
    example: '500',
  }),
};
