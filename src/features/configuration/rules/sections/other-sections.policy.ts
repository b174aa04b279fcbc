import { isRecord } from '../../../../core/shared/json/json-path.js';
import type { SectionFacts } from './section-definition.js';

/**
 * Reads other sections for the rules of one section. Another section may have been saved under an
 * older schema, so its shape is checked here.
 */

type Facts = Pick<SectionFacts, 'sections'>;
type Json = Readonly<Record<string, unknown>>;

/** The objects of a list in another object; none if it is not a list. */
export const listOf = (value: unknown, field: string): Json[] => {
  const list: unknown = isRecord(value) ? value[field] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
};

/** Whether transfer routing hands calls over at all. */
export const isTransferOn = ({ sections }: Facts): boolean => {
  const routing = sections['transfer-routing'];
  return isRecord(routing) && routing['enabled'] === true;
};

export const destinationsOf = ({ sections }: Facts): Json[] =>
  listOf(sections['transfer-routing'], 'customer_destinations');

/** The plugins of the project. */
export const pluginsOf = ({ sections }: Facts): Json[] => listOf(sections['plugin-configuration'], 'plugins');
