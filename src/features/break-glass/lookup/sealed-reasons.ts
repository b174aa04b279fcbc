import { placeIn } from '../../../core/registry/sealed-table.js';

/** The context that seals the reason of a use: people may write names into it. */
export const placeOfReason = placeIn('break_glass_uses', 'reason_sealed');
