import { lazy } from 'react';
import { withTexts } from '../../texts/texts';

const load = withTexts(['elsewhere'], () => import('./Elsewhere'));

// Few people open a page that is not for them.
export const Elsewhere = lazy(async () => ({ default: (await load()).Elsewhere }));
export const NotForYou = lazy(async () => ({ default: (await load()).NotForYou }));
