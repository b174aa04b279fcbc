import { chmodSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { Lifecycle } from '../../../tools/dev/lifecycle.ts';
import { rehearseUpgrade } from '../../../tools/rehearse/upgrade.ts';
import { useBuiltService } from '../../support/built-process.js';
import { scratchFolder } from '../../support/scratch.js';

const CALM_MS = 3_000;

const lifecycle = new Lifecycle();
useBuiltService();
afterAll(() => lifecycle.close(() => undefined), 60_000);

// Fails if old and new processes do not understand each other, or a request fails while they change.
it('replaces processes of an earlier version without a failed request', async () => {
  const folder = await scratchFolder();
  chmodSync(folder, 0o755);
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  expect(await rehearseUpgrade(folder, lifecycle, say, { calmMs: CALM_MS }), said.join('\n')).toBe(true);
}, 600_000);
