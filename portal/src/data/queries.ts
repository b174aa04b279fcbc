import { QueryCache, QueryClient } from '@tanstack/react-query';
import { asProblem } from '../api/problem';
import { sessionOptions } from '../session/session';

const RETRY_UNAVAILABLE_MS = 30_000;

/**
 * Responses of the API. Requests to an unavailable source are retried automatically; other errors
 * wait for the person.
 */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // The session has ended, perhaps in another tab: the next request leads to the sign-in and
    // back to this address. Not from a page that is there already: a form may be on it.
    onError: (error, { queryKey, state }) => {
      const hasEnded = asProblem(error).kind === 'ended' && queryKey !== sessionOptions.queryKey;
      if (hasEnded && state.data === undefined)
        void queries.invalidateQueries({ queryKey: sessionOptions.queryKey });
    },
  }),
  defaultOptions: {
    // A browser that believes it is offline would let them wait without any sign.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 15_000,
      retry: false,
      refetchInterval: ({ state }) =>
        state.error && asProblem(state.error).kind === 'unavailable' ? RETRY_UNAVAILABLE_MS : false,
    },
  },
});
