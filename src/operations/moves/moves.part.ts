import type { Part } from '../../core/registry/feature.js';

/** Moving a tenant reads and writes all its tables as the owner of both stores; this it names. */
export const MOVES: Part = {
  folder: 'operations/moves',
  uses: { tenant_fences: 'writes' },
};
