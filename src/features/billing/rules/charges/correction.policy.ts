export type SettledStatus = 'frozen' | 'zero' | 'submitted';

/**
 * The status of a window after its correction is settled (billing 14.7). A window that the provider
 * may have counted is never sent again: an operator has corrected it there.
 * @param mayBeCounted whether the provider has received the window, or may have
 */
export function settledStatus(quantity: number, mayBeCounted: boolean): SettledStatus {
  if (mayBeCounted) return 'submitted';
  return quantity === 0 ? 'zero' : 'frozen';
}
