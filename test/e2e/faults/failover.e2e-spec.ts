import { chmodSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { Lifecycle } from '../../../tools/dev/lifecycle.ts';
import { rehearseFailover } from '../../../tools/rehearse/failover.ts';
import { useBuiltService } from '../../support/built-process.js';
import { scratchFolder } from '../../support/scratch.js';

const CALM_MS = 3_000;

const lifecycle = new Lifecycle();
useBuiltService();
afterAll(() => lifecycle.close(() => undefined), 60_000);

// Fails if a commit is acknowledged before the standby has it, if a request without an answer is done
// twice when it is repeated, or if a process keeps to a primary that is gone.
it('loses nothing and does nothing twice when both primaries are killed under traffic', async () => {
  const folder = await scratchFolder();
  chmodSync(folder, 0o755);
  const said: string[] = [];
  const isProven = await rehearseFailover(folder, lifecycle, (line) => void said.push(line), CALM_MS);
  expect(isProven, said.join('\n')).toBe(true);
}, 300_000);
