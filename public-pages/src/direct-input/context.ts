import type { PublicKey } from './envelope.js';

/** One question of the form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'digits' | 'email' | 'date' | 'choice';
  readonly required: boolean;
  readonly max_length: number;
  readonly choices?: readonly string[];
}

/** The service's response about an open form. */
export interface FormContext {
  readonly fields: readonly Field[];
  readonly public_key: PublicKey;
  readonly business_name: string;
  readonly expires_at_utc: string;
  readonly locale: string;
}
