import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { hasOwnStores, loadDevSettings, operatorEnvironment } from './settings.ts';
import { layoutOf, readIfPresent } from './files.ts';

/**
 * `npm run retention` and similar scripts: runs an operator's command against the stores in the
 * environment, or against those of `npm start` if it names none.
 * @returns the exit code
 */
function main(args: readonly string[]): number {
  const module = fileURLToPath(new URL('../../dist/operate.js', import.meta.url));
  let environment = {};
  if (!hasOwnStores()) {
    const { dataDir } = loadDevSettings();
    const running = readIfPresent(layoutOf(dataDir).environment);
    if (running === null) {
      return refuse(
        `No platform runs on ${dataDir}: run npm start first, or name your stores (.env.example).`,
      );
    }
    environment = JSON.parse(running) as Record<string, string>;
  }
  const { status } = spawnSync(process.execPath, [module, ...args], {
    env: operatorEnvironment(environment),
    stdio: 'inherit',
  });
  return status ?? 1;
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}

process.exitCode = main(process.argv.slice(2));
