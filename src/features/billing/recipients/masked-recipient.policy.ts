import { maskManual } from '../../../core/privacy/masking/masking.policy.js';

/** `J***`: the first letter of a name, as in other masks. */
export const maskName = (name: string | null): string | null => (name === null ? null : maskManual(name));
