import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '../..');

/** Each takes several megabytes of memory, and most processes never use it. */
const HEAVY = [
  '@aws-sdk/client-kms',
  '@aws-sdk/client-s3',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/instrumentation-undici',
  '@opentelemetry/sdk-trace',
  'bidi-js',
  'fontkit',
  'pdfkit',
  'stripe',
  'undici',
];

/** The files that a file imports at run time; type imports load nothing. */
const loadedBy = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)(?! type) (?:[^;']*? from )?'([^']+)'/gm)].map(
    ([, name]) => name!,
  );

/** Packages that the files load, directly or through other files. */
function packagesOf(files: readonly string[]): Set<string> {
  const packages = new Set<string>();
  const seen = new Set(files);
  for (const file of seen) {
    for (const name of loadedBy(file)) {
      if (name.startsWith('.')) seen.add(join(dirname(file), name.replace(/\.js$/, '.ts')));
      else packages.add(name);
    }
  }
  return packages;
}

describe('heavy packages', () => {
  it('are not loaded by the start of a process', () => {
    const started = [
      ...['main.ts', 'worker.ts'].map((file) => join(repository, 'src', file)),
      ...globSync('src/features/*/*.feature.ts', { cwd: repository }).map((file) => join(repository, file)),
    ];
    const packages = packagesOf(started);
    expect(packages).toContain('@nestjs/core');
    expect([...packages].filter((name) => HEAVY.includes(name))).toEqual([]);
  });
});
