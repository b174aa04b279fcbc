import { BILLING_FIGURES } from './billing.figures.js';
import { CALLER_FIGURES } from './caller.figures.js';
import { CALL_FIGURES } from './calls.figures.js';
import { CAMPAIGN_FIGURES } from './campaign.figures.js';
import type { Definition, RouteFigures } from './definition.js';
import { patternOf } from './figure-path.policy.js';
import { HOME_FIGURES } from './home.figures.js';

/** Every route whose figures are defined and can be explained. */
export const FIGURES: readonly RouteFigures[] = [
  ...CALL_FIGURES,
  ...CALLER_FIGURES,
  HOME_FIGURES,
  CAMPAIGN_FIGURES,
  BILLING_FIGURES,
];

const byRoute = new Map(
  FIGURES.map((of) => [of.route, { of, figures: new Map(of.figures.map((it) => [it.figure, it])) }]),
);

export const figuresOf = (route: string): RouteFigures | undefined => byRoute.get(route)?.of;

/** The definition of a route's figure, by its path with keys; undefined if there is none. */
export const definitionOf = (route: string, path: string): Definition | undefined => {
  const figures = byRoute.get(route)?.figures;
  return figures && [...figures.values()].find(({ figure }) => patternOf(figure).exec(path) !== null);
};
