/** Others may work in a use, close it or confirm it while a person watches. */
export const WATCHED = { staleTime: 0, refetchInterval: 10_000 } as const;
