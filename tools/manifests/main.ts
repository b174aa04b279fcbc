import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kubectl } from './kubectl.ts';
import { MANIFESTS, RENDERED, RENDERINGS, withHash } from './rendered.ts';

// npm run manifests: renders deploy/kubernetes, for those who apply plain files, and for tests, which
// read what is applied and need no kubectl.

const program = await kubectl();
mkdirSync(RENDERED, { recursive: true });
for (const [file, folder] of Object.entries(RENDERINGS)) {
  const text = execFileSync(program, ['kustomize', join(MANIFESTS, folder)], { encoding: 'utf8' });
  writeFileSync(join(RENDERED, file), withHash(text));
}
