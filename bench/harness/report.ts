import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { meets } from './compare.ts';
import type { Figures, Row } from './compare.ts';

export interface Result {
  readonly row: Omit<Row, 'measure'>;
  readonly figures: Figures;
  /** Whether it was measured with its deliberate mistake, and must miss its target. */
  readonly worsened: boolean;
}

/**
 * Rows whose figure is printed next to its target but fails no run: they show the limit of two
 * shared cores, and the size of the code.
 */
const WATCHED = new Set(['P1', 'P12', 'P16m']);

/**
 * Whether a result passes: a gate row meets its target, a control misses it, a watched row always
 * passes.
 */
export const isAsWanted = ({ row, figures, worsened }: Result): boolean =>
  row.target === null || meets(row.target, figures) !== worsened || (WATCHED.has(row.id) && !worsened);

/**
 * Prints the results as a table and writes them as JSON.
 * @returns the path of the file
 */
export function report(results: readonly Result[], folder: string): string {
  console.table(
    results.map((result) => ({
      row: result.worsened ? `${result.row.id} control` : result.row.id,
      what: result.worsened ? `worsened: ${result.row.control}` : result.row.what,
      unit: result.row.unit,
      ours: rounded(result.figures.ours),
      floor: rounded(result.figures.floor),
      ratio: rounded(result.figures.ratio),
      target: targetText(result.row),
      verdict: verdictOf(result),
    })),
  );
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  writeFileSync(file, JSON.stringify({ node: process.version, rows: results.map(recordOf) }, null, 2));
  return file;
}

function verdictOf(result: Result): string {
  if (result.row.target === null) return 'for information';
  if (result.worsened) return isAsWanted(result) ? 'red, as it must be' : 'NOT CAUGHT';
  if (meets(result.row.target, result.figures)) return 'ok';
  return WATCHED.has(result.row.id) ? 'watched: off target' : 'MISSED';
}

function recordOf(result: Result): object {
  const { id, what, against, unit, target, control } = result.row;
  const { figures, worsened } = result;
  return {
    id,
    what,
    against,
    unit,
    target,
    ...(worsened ? { control } : {}),
    ...figures,
    verdict: verdictOf(result),
  };
}

function targetText({ target, unit }: Result['row']): string {
  if (target === null) return '-';
  const bound = 'atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`;
  return unit === 'MB' ? `${bound} MB` : bound;
}

function rounded(value: number | null): number | string {
  if (value === null) return '-';
  return value >= 100 ? Math.round(value) : Math.round(value * 1000) / 1000;
}
