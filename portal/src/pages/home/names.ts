import type { HomeCalls, HomePeriod } from '../../api/generated';

export type Period = keyof HomeCalls;
export const PERIODS: readonly Period[] = ['today', 'last_7_days'];

export type FigureName = keyof HomePeriod;
export const FIGURES: readonly FigureName[] = ['missed_inbound', 'upset', 'total'];
