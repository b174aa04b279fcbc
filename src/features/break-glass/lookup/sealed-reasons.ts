import { placeIn } from '../../../core/registry/sealed-table.js';

/** The address that seals the reason of a use: people write names into it. */
export const placeOfReason = placeIn('break_glass_uses', 'reason_sealed');
