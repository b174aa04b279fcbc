/** What a corrected window is from then on. */
export type SettledStatus = 'frozen' | 'zero' | 'submitted';

/**
 * What a window becomes once its correction is settled (billing 14.7). What the provider may have counted is never sent
 * again: an operator has put it right there.
 * @param isTold whether the provider was, or may have been, told of the window
 */
export function settledStatus(quantity: number, isTold: boolean): SettledStatus {
  if (isTold) return 'submitted';
  return quantity === 0 ? 'zero' : 'frozen';
}
