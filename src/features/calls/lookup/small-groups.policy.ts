/** In a smaller group, individual people could be identified (calls 13.4). */
const MINIMUM_POPULATION = 5;

export const isTooSmall = (people: number): boolean => people < MINIMUM_POPULATION;

/** An empty group has no member; the other group is then large enough. */
export const isSmallGroup = (people: number): boolean => people !== 0 && isTooSmall(people);
