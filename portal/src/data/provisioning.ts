import { asProblem } from '../api/problem';

/**
 * An operator sets a client's data route manually: polling every few seconds is soon enough, and
 * takes few requests.
 */
const FOLLOW_MS = 10_000;
const RETRY_UNAVAILABLE_MS = 30_000;

/**
 * How often a query is read again: while something that it shows is being set up, or its source does
 * not answer.
 */
export const whileProvisioning =
  <Data>(isProvisioning: (data: Data) => boolean) =>
  ({ state }: { readonly state: { readonly data?: Data; readonly error: unknown } }): number | false => {
    if (state.error) return asProblem(state.error).kind === 'unavailable' ? RETRY_UNAVAILABLE_MS : false;
    return state.data !== undefined && isProvisioning(state.data) ? FOLLOW_MS : false;
  };
