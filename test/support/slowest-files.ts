import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

/** Prints the slowest files at the end of a run, so that a slow one is noticed immediately. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules
      .map((module) => ({ module, seconds: secondsOf(module) }))
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, SHOWN);
    const lines = slowest.map(({ module, seconds }) => {
      const path = relative(module.project.config.root, module.moduleId);
      return `${seconds.toFixed(1).padStart(8)} s  ${path}\n`;
    });
    if (lines.length > 1) process.stdout.write(`\nThe slowest files:\n${lines.join('')}`);
  }
}

/** Seconds of a file's own imports, hooks and tests. */
function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1000;
}
