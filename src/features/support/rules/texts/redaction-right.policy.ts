import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { sideOf } from '../reader.policy.js';

/** An author notices a mistake at once. */
const OWN_MS = 15 * 60_000;

/** Whether a person may redact a comment now (support 4.3). */
export const mayRedact = (
  { scope, principal }: Pick<AuthContext, 'scope' | 'principal'>,
  comment: { readonly author: string; readonly createdAt: Date },
  now: Date,
): boolean =>
  scope === 'client_admin' ||
  sideOf({ scope }) === 'staff' ||
  (comment.author === principal.id && now.getTime() - comment.createdAt.getTime() <= OWN_MS);
