import { lexer, type Token, type Tokens } from 'marked';
import type { Block, Chapter, Guide, Inline } from './src/guide/chapter.ts';

/** The anchor that a heading gets on the pages of a repository host. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const refused = (token: Token): Error =>
  new Error(`The portal's guide may not hold this (${token.type}): ${token.raw.slice(0, 60)}`);

/**
 * Reads a guide: a title, an introduction, a chapter for each heading of the second level. It becomes data and never HTML: a page makes
 * its own elements of it.
 * @throws for everything else that Markdown has, HTML among it, and for a link to a chapter that there is not
 */
export function guideOf(markdown: string): Guide {
  const tokens = lexer(markdown).filter(({ type }) => type !== 'space');
  const isTitle = (token: Token, depth: number): token is Tokens.Heading =>
    token.type === 'heading' && (token as Tokens.Heading).depth === depth;
  const anchors = tokens.filter((it) => isTitle(it, 2)).map(({ text }) => anchorOf(text));

  function inlineOf(token: Token): Inline {
    const { type, text } = token as Tokens.Text;
    if (type === 'text' || type === 'escape') return text;
    if (type === 'strong' || type === 'em') return { kind: type, text };
    if (type === 'codespan') return { kind: 'code', text };
    if (type !== 'link') throw refused(token);
    const { href } = token as Tokens.Link;
    // The other documents of the repository are not in the portal.
    if (!href.startsWith('#')) return text;
    const chapter = anchors.indexOf(href.slice(1));
    if (chapter < 0) throw refused(token);
    return { kind: 'link', text, chapter };
  }

  const inlinesOf = ({ tokens: parts = [] }: { readonly tokens?: Token[] }): Inline[] => parts.map(inlineOf);

  function blockOf(token: Token): Block {
    if (isTitle(token, 3)) return { kind: 'section', id: anchorOf(token.text), title: token.text };
    if (token.type === 'paragraph') return { kind: 'text', of: inlinesOf(token) };
    if (token.type !== 'list') throw refused(token);
    const { ordered, items } = token as Tokens.List;
    const linesOf = ({ tokens: lines }: Tokens.ListItem): Inline[] =>
      lines.flatMap((line) => {
        if (line.type !== 'text') throw refused(line);
        return inlinesOf(line);
      });
    return { kind: 'list', isOrdered: ordered, items: items.map(linesOf) };
  }

  const [first, ...rest] = tokens;
  if (first === undefined || !isTitle(first, 1)) throw new Error('The guide begins with its title.');
  const intro: Block[] = [];
  const chapters: (Chapter & { readonly blocks: Block[] })[] = [];
  for (const token of rest) {
    if (isTitle(token, 2)) chapters.push({ title: token.text, blocks: [] });
    else (chapters.at(-1)?.blocks ?? intro).push(blockOf(token));
  }
  return { title: first.text, intro, chapters };
}

/** Has pages import the documents of the guide as data. */
export const guide = {
  name: 'guide',
  transform: (code: string, id: string) =>
    id.endsWith('.md') ? { code: `export default ${JSON.stringify(guideOf(code))}`, map: null } : undefined,
};
