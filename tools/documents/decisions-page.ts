import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../docs/adr/', import.meta.url);

const HEAD = `# Decisions

Each page answers a question that a newcomer asks about the house. \`npm run openapi\` writes this
index from their titles.
`;

/**
 * The index docs/adr/README.md: one line for each decision, by number, linked by the title of its
 * page.
 */
export function decisionsPage(): string {
  const lines = readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .sort()
    .map((name) => {
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readFileSync(new URL(name, FOLDER), 'utf8')) ?? [];
      if (number === undefined || Number(name.slice(0, 4)) !== Number(number)) {
        throw new Error(`docs/adr/${name} must begin with "# <its number>. <its title>".`);
      }
      return `${number}. [${title}](${name})`;
    });
  return [HEAD, ...lines, ''].join('\n');
}
