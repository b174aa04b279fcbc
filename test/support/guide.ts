import { readFileSync } from 'node:fs';

const GUIDE = readFileSync('docs/api-guide.md', 'utf8');

/** The commands that the API guide prints under a heading, in their order. */
export function printedSteps(heading: string): string {
  const [, section] = GUIDE.split(`\n## ${heading}\n`);
  const blocks = section!.split('\n## ')[0]!.matchAll(/```sh\n(.*?)```/gs);
  return [...blocks].map(([, commands]) => commands).join('\n');
}
