import type { Passages } from './parsed-passages.ts';
import { MOST_AT_ONCE, slicesOf } from './text-slices.ts';

// The search for the main part needs the page as a tree: for a larger one it takes longer, and more
// memory, than all the rest.
const MOST_CHARACTERS = 5 * 1024 * 1024;
const MOST_ELEMENTS = 50_000;
const MOST_DEPTH = 256;
// Below this share, the main part is probably a teaser.
const LEAST_SHARE = 0.3;

/** @returns the title of the page */
export async function readHtml(html: string, passages: Passages): Promise<string | null> {
  const { title, isOrdinary } = await outlineOf(html);
  await readMarkup((isOrdinary ? await mainPartOf(html) : null) ?? html, passages);
  return title;
}

interface MarkupEvents {
  readonly open: (name: string) => void;
  readonly text: (text: string) => void;
  /** Also called for an element that the page leaves open. */
  readonly close: (name: string) => void;
}

/** Reports the elements of a page one after the other, without building a tree. */
async function eachOf(html: string, { open, text, close }: MarkupEvents): Promise<void> {
  const { Parser } = await import('htmlparser2');
  const parser = new Parser({ onopentagname: open, ontext: text, onclosetag: close });
  for (const slice of slicesOf(html)) parser.write(slice);
  parser.end();
}

/** The title of a page, and whether its main part can be found. */
async function outlineOf(html: string): Promise<{ title: string | null; isOrdinary: boolean }> {
  const titles: string[] = [];
  let isTitle = false;
  let [elements, depth, deepest] = [0, 0, 0];
  await eachOf(html, {
    open(name) {
      isTitle = name === 'title' && titles.length === 0;
      elements += 1;
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    text: (text) => void (isTitle && titles.push(text)),
    close() {
      isTitle = false;
      depth -= 1;
    },
  });
  const isOrdinary = html.length <= MOST_CHARACTERS && elements <= MOST_ELEMENTS && deepest <= MOST_DEPTH;
  return { title: titles.join('').trim() || null, isOrdinary };
}

/** The article of a page without menus; null if it cannot be determined. */
async function mainPartOf(html: string): Promise<string | null> {
  const { parseHTML } = await import('linkedom');
  const { Readability } = await import('@mozilla/readability');
  const { document } = parseHTML(html);
  try {
    const whole = lengthOf(document.documentElement.textContent);
    const { content, textContent } = new Readability(document).parse() ?? {};
    return content && lengthOf(textContent) >= whole * LEAST_SHARE ? content : null;
  } catch {
    return null;
  }
}

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ');
const lengthOf = (text: string | null | undefined): number => spaced(text ?? '').length;

const NOT_TEXT = new Set('script style noscript template svg iframe nav title select'.split(' '));
const IN_LINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i img ins kbd label mark q ruby rb rp rt s samp small span strong sub sup time u var wbr td th br'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;

/** Reads the paragraphs and headings of a page. */
export async function readMarkup(html: string, passages: Passages): Promise<void> {
  let text = '';
  /** The number of open elements inside the outermost one whose text is ignored. */
  let skipped = 0;
  const flush = (): void => {
    passages.add(spaced(text));
    text = '';
  };
  await eachOf(html, {
    open(name) {
      if (skipped > 0 || NOT_TEXT.has(name)) skipped += 1;
      else if (name === 'td' || name === 'th') text += text.trim() === '' ? '' : ' | ';
      else if (name === 'br') text += ' ';
      else if (!IN_LINE.has(name)) flush();
    },
    text(some) {
      if (skipped > 0) return;
      text += some;
      if (text.length > MOST_AT_ONCE) text = passages.addMost(spaced(text));
    },
    close(name) {
      if (skipped > 0) skipped -= 1;
      else if (HEADING.test(name)) {
        passages.setHeading(Number(name[1]), spaced(text).trim());
        text = '';
      } else if (!IN_LINE.has(name)) flush();
    },
  });
  flush();
}
