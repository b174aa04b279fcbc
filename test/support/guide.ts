import { readFileSync } from 'node:fs';

const GUIDE = readFileSync('docs/api-guide.md', 'utf8');

/**
 * The commands that the API guide prints under a heading, in their order, once the two variables of
 * its beginning say where the service and its demo are.
 * @param api in place of the address that `npm start` has by itself
 * @param demo the file that `npm start` writes
 */
export function printedSteps(heading: string, api: string, demo: string): string {
  const [, section] = GUIDE.split(`\n## ${heading}\n`);
  const blocks = section!.split('\n## ')[0]!.matchAll(/```sh\n(.*?)```/gs);
  return [`API='${api}' DEMO='${demo}'`, ...[...blocks].map(([, commands]) => commands)].join('\n');
}
