import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Text } from './sentences.ts';

/** Texts of one kind below a checkout's root. */
export type Reader = (root: string) => Text[];

const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');

/** Removes markup: code becomes one word, a link its text, a rule's number nothing. */
const plain = (line: string): string =>
  line
    .replace(/`[^`]*`/g, '`x`')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(\s*)(?:[-*]|\d+\.) /, '$1')
    .replace(/^\s*\*\*\d+\.\d+\*\*(?: \(chosen\))? ?/, '')
    .replace(/\*\*|(?<!\w)_|_(?!\w)/g, '')
    .trim();

/** Paragraphs, list items, headings and the cells of tables of a Markdown page. */
export function textsOfPage(file: string, page: string): Text[] {
  const texts: Text[] = [];
  let open: { line: number; lines: string[] } | undefined;
  let isCode = false;
  const close = (): void => {
    if (open) texts.push({ file, line: open.line, text: open.lines.join(' ') });
    open = undefined;
  };
  for (const [index, line] of page.split('\n').entries()) {
    const at = index + 1;
    if (/^\s*(```|~~~)/.test(line)) {
      isCode = !isCode;
      close();
    } else if (isCode || line.trim() === '' || /^\s*\|[\s|:-]+\|$/.test(line)) close();
    else if (line.startsWith('#')) {
      close();
      texts.push({ file, line: at, text: plain(line.replace(/^#+ (?:\d+\. )?/, '')), isHeading: true });
    } else if (/^\s*\|/.test(line)) {
      close();
      const cells = plain(line).split('|');
      texts.push(
        ...cells.filter((cell) => cell.trim() !== '').map((text) => ({ file, line: at, text: text.trim() })),
      );
    } else if (open && !/^\s*(?:[-*]|\d+\.) |^\s*\*\*\d+\.\d+\*\*/.test(line)) open.lines.push(plain(line));
    else {
      close();
      open = { line: at, lines: [plain(line)] };
    }
  }
  close();
  return texts;
}

/** @param patterns of Markdown pages, from the root */
export const pages =
  (...patterns: string[]): Reader =>
  (root) =>
    globSync(patterns, { cwd: root })
      .sort()
      .flatMap((file) => textsOfPage(file, read(root, file)));

/** Descriptions and summaries of the OpenAPI document. */
export const openApiTexts: Reader = (root) => {
  const texts: Text[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      const isText = typeof child === 'string' && (key === 'description' || key === 'summary');
      if (isText) texts.push({ file: `openapi.json ${path}`, line: 0, text: child.replaceAll('`', '') });
      else if (key !== 'example') visit(child, `${path}/${key}`);
    }
  };
  visit(JSON.parse(read(root, 'openapi.json')), '');
  return texts;
};

const sources = (root: string): string[] =>
  globSync('src/**/*.ts', { cwd: root, exclude: (name) => String(name).endsWith('.spec.ts') }).sort();

/** All handwritten code, with its tests. */
const allCode = (root: string): string[] =>
  globSync(
    ['{src,test,tools,bench}/**/*.ts', 'packages/*/{*.ts,src/**/*.ts}', 'portal/{*.ts,src/**/*.{ts,tsx}}'],
    {
      cwd: root,
      exclude: (name) => String(name).includes('generated'),
    },
  ).sort();

// A line of code may begin with an asterisk too: `*[Symbol.iterator]()`.
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*(?![[\w])\/?)\s?(.*?)(?:\*\/)?$/;

/** Comments on lines of their own. Prettier puts `*` before each line of a block. */
export const comments: Reader = (root) =>
  allCode(root).flatMap((file) => {
    const texts: Text[] = [];
    let block: string[] = [];
    for (const [index, line] of [...read(root, file).split('\n'), ''].entries()) {
      const comment = COMMENT.exec(line)?.[1];
      if (comment !== undefined) block.push(comment);
      else if (block.length > 0) {
        texts.push({ file, line: index + 1 - block.length, text: withoutTags(block) });
        block = [];
      }
    }
    return texts;
  });

const withoutTags = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/`[^`]*`/g, '`x`')
    .replace(/^@(?:param \S+|returns|throws(?: \{?\w+\}?)?) ?/gm, '')
    .trim();

const textOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join('');
  }
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? 'x'}${right ?? 'x'}`;
};

/**
 * Sentences among the strings of the code: messages of errors, findings and logs, and descriptions
 * of the API.
 */
export const messages: Reader = (root) =>
  sources(root).flatMap((file) => {
    const source = ts.createSourceFile(file, read(root, file), ts.ScriptTarget.Latest);
    const texts: Text[] = [];
    const visit = (node: ts.Node): void => {
      const text = textOf(node);
      if (text === undefined) ts.forEachChild(node, visit);
      else if (
        /^[A-Z]\w*'?\w* .*\w/s.test(text) &&
        !/^(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|GRANT|DROP|SET|REVOKE|LOCK)\b/.test(text)
      ) {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        texts.push({ file, line, text });
      }
    };
    visit(source);
    return texts;
  });
