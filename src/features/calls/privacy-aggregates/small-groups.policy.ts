/** Callers seen within this many days before the range count as returning. */
export const CALLER_MIX_LOOKBACK_DAYS = 30;
/** In a smaller group, individual people could be identified (calls 13.4). */
const MINIMUM_POPULATION = 5;

export const isTooSmall = (people: number): boolean => people < MINIMUM_POPULATION;

/** An empty group has no member; the other group is then large enough. */
export const isSmallGroup = (people: number): boolean => people !== 0 && isTooSmall(people);
