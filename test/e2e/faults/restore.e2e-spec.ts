import { chmodSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { Lifecycle } from '../../../tools/dev/lifecycle.ts';
import { rehearseRestore } from '../../../tools/rehearse/restore.ts';
import { useBuiltService } from '../../support/built-process.js';
import { scratchFolder } from '../../support/scratch.js';

const CALM_MS = 3_000;

const lifecycle = new Lifecycle();
useBuiltService();
afterAll(() => lifecycle.close(() => undefined), 60_000);

// Fails if a restore lacks acknowledged data, differs in a table, or touches another tenant.
it('restores everything, and one tenant alone, to a moment under traffic', async () => {
  const folder = await scratchFolder();
  chmodSync(folder, 0o755);
  const said: string[] = [];
  const isProven = await rehearseRestore(folder, lifecycle, (line) => void said.push(line), CALM_MS);
  expect(isProven, said.join('\n')).toBe(true);
}, 600_000);
