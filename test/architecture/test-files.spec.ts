import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import config from '../../vitest.config.js';

const ROOT = new URL('../../', import.meta.url).pathname;
const FOLDERS = '{src,portal/src,tools,packages/*/src,public-pages/src,test}';

it('every test file belongs to a project of vitest, because it would never run otherwise', () => {
  const { projects = [] } =
    (config as { test?: { projects?: { test: { include: string[] } }[] } }).test ?? {};
  const globs = projects.flatMap(({ test }) => test.include);
  const files = globSync(`${FOLDERS}/**/*.{spec,e2e-spec}.{ts,tsx}`, { cwd: ROOT });
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => !globs.some((glob) => matchesGlob(file, glob)))).toEqual([]);
});
