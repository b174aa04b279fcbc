import type { Passages } from './parsed-passages.ts';

// The search for the main part of a larger page would take longer than all the rest.
const MOST_ELEMENTS = 100_000;
const MOST_DEPTH = 256;
// Below this share, the main part is likely a teaser.
const LEAST_SHARE = 0.3;

/** @returns the title of the page */
export async function readHtml(html: string, passages: Passages): Promise<string | null> {
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML(html);
  const title = document.title || null;
  const main = isOrdinary(document) ? await mainPartOf(parseHTML(html).document) : null;
  walk(main ?? document, passages);
  return title;
}

function isOrdinary(document: Document): boolean {
  let elements = 0;
  const nodes: [node: Node, depth: number][] = [[document, 0]];
  for (let next = nodes.pop(); next !== undefined; next = nodes.pop()) {
    const [node, depth] = next;
    elements += 1;
    if (elements > MOST_ELEMENTS || depth > MOST_DEPTH) return false;
    for (const child of node.childNodes) if (child.nodeType === 1) nodes.push([child, depth + 1]);
  }
  return true;
}

/**
 * The article of a page without menus; null if it is not clear what that is.
 * @param document is changed
 */
async function mainPartOf(document: Document): Promise<Node | null> {
  const { Readability } = await import('@mozilla/readability');
  try {
    const whole = textLength(document.documentElement);
    const reader = new Readability<Node>(document, { serializer: (node) => node });
    const content = reader.parse()?.content ?? null;
    return content !== null && textLength(content) >= whole * LEAST_SHARE ? content : null;
  } catch {
    return null;
  }
}

const textLength = (node: Node | null): number => node?.textContent?.replaceAll(/\s+/g, ' ').length ?? 0;

const NOT_TEXT = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME NAV HEAD SELECT'.split(' '));
const IN_LINE = new Set(
  'A ABBR B BDI BDO CITE CODE DATA DEL DFN EM FONT I IMG INS KBD LABEL MARK Q RUBY RB RP RT S SAMP SMALL SPAN STRONG SUB SUP TIME U VAR WBR'.split(
    ' ',
  ),
);

/** Reads the paragraphs and headings below a node; without recursion, because pages nest without limit. */
function walk(root: Node, passages: Passages): void {
  let text = '';
  const flush = (): void => {
    passages.add(text.replaceAll(/\s+/g, ' '));
    text = '';
  };
  const tasks: (Node | (() => void))[] = [root];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if (typeof task === 'function') {
      task();
      continue;
    }
    if (task.nodeType === 3) text += task.nodeValue ?? '';
    const name = task.nodeName.toUpperCase();
    if (NOT_TEXT.has(name)) continue;
    if (/^H[1-6]$/.test(name)) {
      flush();
      tasks.push(() => {
        passages.setHeading(Number(name[1]), text.replaceAll(/\s+/g, ' ').trim());
        text = '';
      });
    } else if (name === 'TD' || name === 'TH') text += text.trim() === '' ? '' : ' | ';
    else if (name === 'BR') text += ' ';
    else if (task.nodeType === 1 && !IN_LINE.has(name)) {
      flush();
      tasks.push(flush);
    }
    for (const child of Array.from(task.childNodes).reverse()) tasks.push(child);
  }
  flush();
}

export async function readDocx(content: Uint8Array, passages: Passages): Promise<void> {
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(content.buffer, content.byteOffset, content.byteLength) },
    {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    },
  );
  const { parseHTML } = await import('linkedom');
  walk(parseHTML(`<!doctype html><html><body>${value}</body></html>`).document, passages);
}
