import type { Child } from '../harness/children.ts';
import type { Bench, Figures, Row, StartOurs } from '../harness/compare.ts';
import type { Platform } from '../harness/platform.ts';

/** Rows that are measured on one platform. */
export interface Group {
  readonly name: string;
  readonly rows: readonly Row<never>[];
  /** A run that takes longer than this has hung. */
  readonly withinMs: number;
  /** Measures the selected rows one after the other. */
  readonly measure: (client: Child, chosen: Chosen) => Promise<void>;
}

interface Chosen {
  readonly isChosen: (row: Row<never>) => boolean;
  readonly worsened: boolean;
  readonly measured: (row: Row<never>, figures: Figures) => void;
}

interface Plan<B extends Bench> extends Omit<Group, 'rows' | 'measure'> {
  readonly rows: readonly Row<B>[];
  readonly open: (client: Child) => Promise<B>;
}

export const group = <B extends Bench>({ open, ...plan }: Plan<B>): Group => ({
  ...plan,
  measure: async (client, { isChosen, worsened, measured }) => {
    const bench = await open(client);
    for (const row of plan.rows.filter(isChosen)) {
      console.log(`${row.id}: ${row.what}, against ${row.against}`);
      measured(row, await row.measure(bench, worsened));
    }
  },
});

/** Functions with which groups start their platforms. */
export interface Tools {
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
  readonly flags: { readonly trial: boolean; readonly fresh: boolean };
}

export const MINUTE_MS = 60_000;
