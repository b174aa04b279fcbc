import { errorEntry } from '../../core/shared/catalogue.js';

export const BUILD_ERRORS = {
  noSources: errorEntry(
    'knowledge_no_sources',
    409,
    'No source of the project can be included in a build. Add one with text, and accept its findings.',
  ),
  notBuilt: errorEntry(
    'knowledge_not_built',
    409,
    'The project has no ready build. Request a build, and wait until it is ready.',
  ),
  buildEnded: errorEntry(
    'knowledge_build_ended',
    409,
    'The build has indexed every source or has ended, and cannot be cancelled. Read it again.',
  ),
  buildGone: errorEntry(
    'knowledge_build_gone',
    409,
    'The build that the version names no longer exists. Publish a version with another build.',
    'warn',
  ),
} as const;
