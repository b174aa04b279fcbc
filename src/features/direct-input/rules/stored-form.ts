import type { FormField } from './form.policy.js';
import type { PublicKey } from './link-token.policy.js';

export interface StoredForm {
  readonly fields: readonly FormField[];
  readonly key: PublicKey;
  readonly locale: string;
}
