import { isTooSmall } from '../lookup/small-groups.policy.js';

/**
 * The pieces of time whose calls may be counted by what people did (version-performance 3.2).
 * Pieces are joined into groups of at least as many calls as privacy aggregates require, with a new
 * group after each break, and a group counts whole or not at all: two ranges then differ by whole
 * groups, so that subtracting one from the other reveals nothing about fewer calls. The groups do
 * not depend on the range. Calls after the last whole group before a break count nowhere.
 * @param calls how many each piece has, in the order of pieces; pieces without calls may be missing
 * @param breaks pieces at which a group begins, ascending from 0
 * @param first the first piece of the range
 */
export function peoplePieces(
  calls: ReadonlyMap<number, number>,
  breaks: readonly number[],
  first: number,
): ReadonlySet<number> {
  const counted = new Set<number>();
  let group: number[] = [];
  let size = 0;
  let since = 0;
  for (const [piece, more] of calls) {
    const began = breaks.findLast((it) => it <= piece) ?? 0;
    if (began !== since) [group, size, since] = [[], 0, began];
    group.push(piece);
    size += more;
    if (isTooSmall(size)) continue;
    if (group[0]! >= first) for (const it of group) counted.add(it);
    [group, size] = [[], 0];
  }
  return counted;
}
