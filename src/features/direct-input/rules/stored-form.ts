import type { FormField } from './form.policy.js';
import type { PublicKey } from './link-token.policy.js';

/** The form of a session as it is stored. */
export interface StoredForm {
  readonly fields: readonly FormField[];
  readonly key: PublicKey;
  readonly locale: string;
}
