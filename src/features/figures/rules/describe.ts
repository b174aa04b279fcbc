import type { DefinitionResponse } from './definition.response.js';
import {
  FRESHNESS_RULES,
  LEFT_OUT,
  ZONE_RULES,
  type Definition,
  type Language,
  type RouteFigures,
} from './definition.js';

/**
 * A definition in responses. @param keys of the path of one figure; names represent those of all
 * figures
 */
export function describe(
  of: RouteFigures,
  it: Definition,
  language: Language,
  keys: readonly string[] = [...it.figure.matchAll(/\[(\w+)\]/g)].map(([, name]) => `{${name}}`),
): DefinitionResponse {
  const zone = it.zone ?? of.zone;
  const freshness = it.freshness ?? of.freshness;
  return {
    key: `${of.name}.${it.figure}`,
    version: it.version ?? 1,
    route: of.route,
    figure: it.figure,
    unit: it.unit,
    definition: it.text[language],
    conditions: it.calls?.(...keys) ?? null,
    zone_rule: zone,
    zone: ZONE_RULES[zone][language],
    left_out: (it.leavesOut ?? []).map((reason) => ({ reason, text: LEFT_OUT[reason][language] })),
    freshness_rule: freshness,
    freshness: FRESHNESS_RULES[freshness][language],
  };
}
