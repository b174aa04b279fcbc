import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import ts from 'typescript';
import { inject } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Compiles the tallies next to the built service, whose compiled files they import. */
export function plantTallies(): void {
  const { buildFolder } = inject('fixture');
  const folder = join(buildFolder, 'test/support/tallies');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(buildFolder, 'src'))) symlinkSync(join(buildFolder, 'dist'), join(buildFolder, 'src'));
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, module: 'ESNext' },
    ROOT,
  );
  for (const file of globSync(join(import.meta.dirname, '*.ts'))) {
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: options });
    writeFileSync(join(folder, basename(file).replace(/ts$/, 'js')), outputText);
  }
}
