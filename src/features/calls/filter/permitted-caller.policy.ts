import { maskPhone } from '../../../core/privacy/masking/masking.policy.js';
import { isE164 } from '../../../core/shared/phone-numbers/phone-number.policy.js';

/**
 * The caller for whom this user may search. Without permission to see raw numbers, a number means
 * its masked form, so that guessed numbers reveal nothing that the rows do not show (calls 4.5).
 * @param caller a number in E.164, or a masked one
 */
export const permittedCaller = (caller: string, mayMatchNumber: boolean): string =>
  isE164(caller) && !mayMatchNumber ? maskPhone(caller) : caller;
