import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { label, type Manifest } from './manifests.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc');

/** Packages with types generated from the published schemas of custom resources. */
const PACKAGES: Readonly<Record<string, string>> = {
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
  'traefik.io': '@kubernetes-models/traefik',
};

/**
 * Compares manifests with the schemas of Kubernetes and of custom resources. The compiler knows every
 * field by the types that are generated from them, and refuses one that it does not know; the patterns
 * and limits of values are in validators of the same packages.
 * @returns the faults of each set
 */
export async function schemaFaults(
  sets: readonly (readonly Manifest[])[],
): Promise<readonly (readonly string[])[]> {
  const refused = misfits(sets);
  return Promise.all(
    sets.map(async (manifests, index) => {
      const invalid = await Promise.all(manifests.map(invalidValues));
      return [...refused[index]!, ...invalid.flat()];
    }),
  );
}

function misfits(sets: readonly (readonly Manifest[])[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const files = sets.flatMap((manifests, set) =>
      manifests.map((it, index) => ({ set, it, name: `${set}-${index}.mts` })),
    );
    for (const { it, name } of files)
      writeFileSync(
        join(folder, name),
        `import type { I${it.kind} } from '${moduleOf(it)}';\nexport const it: I${it.kind} = ${JSON.stringify(it)};\n`,
      );
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--pretty', 'false'];
    const { stdout } = spawnSync(process.execPath, [COMPILER, ...options, ...files.map((it) => it.name)], {
      cwd: folder,
      encoding: 'utf8',
    });
    const lines = stdout.split('\n').filter((line) => line !== '');
    const found = sets.map((): string[] => []);
    for (const { set, it, name } of files) {
      const own = lines.filter((line) => line.startsWith(`${name}(`));
      found[set]!.push(...own.map((line) => `${label(it)}: ${line.replace(/^.*error TS\d+: /, '')}`));
    }
    if (lines.length > 0 && found.flat().length === 0) throw new Error(stdout);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function invalidValues(manifest: Manifest): Promise<string[]> {
  const models = (await import(moduleOf(manifest))) as Record<
    string,
    new (data: Manifest) => { validate(): void }
  >;
  try {
    new models[manifest.kind]!(manifest).validate();
    return [];
  } catch (error) {
    return [`${label(manifest)}: ${(error as Error).message}`];
  }
}

function moduleOf({ apiVersion, kind }: Manifest): string {
  const [group = ''] = apiVersion.split('/');
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}
