export type SettledStatus = 'frozen' | 'zero' | 'submitted';

/**
 * The status of a window after its correction is settled (billing 14.7). A window that the provider
 * may have counted is never sent again: an operator has corrected it there.
 * @param isTold whether the provider got the window, or may have got it
 */
export function settledStatus(quantity: number, isTold: boolean): SettledStatus {
  if (isTold) return 'submitted';
  return quantity === 0 ? 'zero' : 'frozen';
}
