import { execFile, execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Sdk = typeof import('../../../packages/sdk/dist/index.js');

/** The folder of the package, in which programs can import the package by its name. */
export const SDK_FOLDER = join(import.meta.dirname, '../../../packages/sdk');

/** The SDK as its users get it, built from openapi.json unless it is built already. */
export async function builtSdk(): Promise<Sdk> {
  execFileSync(process.execPath, [join(SDK_FOLDER, 'build.ts')]);
  return import('../../../packages/sdk/dist/index.js');
}

/**
 * Runs a program that imports the package by its name, in a separate process.
 * @returns its output
 */
export async function runProgram(
  program: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const file = join(SDK_FOLDER, 'dist/program.mjs');
  writeFileSync(file, program);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env: environment });
    return stdout;
  } finally {
    rmSync(file);
  }
}
