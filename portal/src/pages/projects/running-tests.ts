/** Interval between reads of a running test: a person waits for it. */
export const LIVE_MS = 2_000;

const UNDER_WAY = ['queued', 'placed', 'in_call', 'running'];

export const isUnderWay = ({ status }: { readonly status: string }): boolean => UNDER_WAY.includes(status);
