import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const CHECKOUT = join(import.meta.dirname, '../../..');

/** The folder of the service's sources. */
export const SOURCES = join(CHECKOUT, 'src');

/** The options of `npm run build:service`, which also compiles each file separately. */
const options = (): ts.CompilerOptions => {
  const file = join(CHECKOUT, 'tsconfig.build.json');
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { config: unknown };
  const { options: own } = ts.parseJsonConfigFileContent(
    config,
    { ...ts.sys, readDirectory: () => [file] },
    CHECKOUT,
  );
  // A single file does not know that its package consists of modules.
  return { ...own, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
};

/**
 * Compiles a file of the service without checking types or other files, and keeps the metadata of
 * decorators.
 * @param path below `src`
 * @throws SyntaxError naming the line
 */
export function compiled(path: string, source: string): { readonly code: string; readonly map: string } {
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(source, {
    compilerOptions: options(),
    fileName: join(SOURCES, path),
    reportDiagnostics: true,
  });
  const [fault] = diagnostics ?? [];
  if (fault) {
    const line = source.slice(0, fault.start).split('\n').length;
    throw new SyntaxError(`src/${path}:${line}: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}`);
  }
  return { code: outputText, map: sourceMapText ?? '' };
}

/**
 * Updates the compiled output of a source, even if the source is gone.
 * @returns false if the service does not load it
 * @throws SyntaxError naming the line
 */
export function compileSource(path: string, dist = join(CHECKOUT, 'dist')): boolean {
  if (!path.endsWith('.ts') || path.endsWith('.spec.ts')) return false;
  const target = join(dist, relative('.', path).replace(/\.ts$/, '.js'));
  let source: string;
  try {
    source = readFileSync(join(SOURCES, path), 'utf8');
  } catch {
    for (const file of [target, `${target}.map`]) rmSync(file, { force: true });
    return true;
  }
  const { code, map } = compiled(path, source);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
  writeFileSync(`${target}.map`, map);
  return true;
}
