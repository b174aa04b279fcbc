import type { AuthContext } from '../../../core/shared/auth-context.js';
import { validationFailed } from '../../../core/shared/platform-error.js';
import { mayHave, topicsFor, type Topic } from './topics.policy.js';

/**
 * @param loc where the body names the topics
 * @throws 400 if the caller's role may not read one of them (email-routing 2.2)
 */
export function requireTopics(
  { scope }: AuthContext,
  topics: readonly Topic[],
  loc: readonly (string | number)[],
): void {
  if (topics.every((topic) => mayHave(scope, topic))) return;
  throw validationFailed({
    loc: ['body', ...loc],
    message: `must be topics that your role may read: ${topicsFor(scope).join(', ')}`,
    type: 'topic_not_readable',
  });
}
