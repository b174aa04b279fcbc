import type { Part } from '../../core/registry/feature.js';

/** Moving a tenant reads and writes all of its tables as the owner of both stores. The statements name only this one. */
export const MOVES: Part = {
  folder: 'operations/moves',
  uses: { tenant_fences: 'writes' },
};
