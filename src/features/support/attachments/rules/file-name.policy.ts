import { HIDDEN } from '../../../../core/http/fields/visible-text.policy.js';

/** The longest stored name. File systems accept 255 bytes, and programs add to a name. */
const MAX_BYTES = 200;

const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu;
const EVERY_HIDDEN = new RegExp(HIDDEN.source, 'gu');
const SPACES = /[\p{Zs}\s]+/gu;
/** File systems, shells and headers interpret these characters in their own way. */
const MEANINGFUL = /[<>:"|?*`$;&%]/g;
/** Longer ones belong to no kind of file. */
const EXTENSION = /^(.*)(\.[A-Za-z0-9]{1,16})$/u;
const EDGES = ' .';
/** Device names on Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])(?=\.|$)/i;

/**
 * The name under which a file is kept and offered (support-attachments 2.3): its last segment,
 * without what changes how it reads or what a system does with it. It has an extension only if the
 * sent name has.
 */
export function harmlessName(sent: string): string {
  const shown = sent.normalize('NFC').replace(UNPRINTABLE, '').replace(EVERY_HIDDEN, '');
  const segment = shown.split(/[/\\]/).at(-1)!;
  const name = withoutEnd(segment.replace(SPACES, ' ').replace(MEANINGFUL, '_'));
  const [, start = name, extension = ''] = EXTENSION.exec(name) ?? [];
  const stem = withoutEnd(start)
    .replace(/^[ .]+/, '')
    .replace(/^-+/, '_');
  const safe = RESERVED.test(`${stem}.`) ? `_${stem}` : stem;
  return `${cut(safe, MAX_BYTES - extension.length) || 'file'}${extension.toLowerCase()}`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whole characters, as people see them, within at most this many bytes. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (Buffer.byteLength(kept) + Buffer.byteLength(segment) > bytes) break;
    kept += segment;
  }
  return withoutEnd(kept);
}

/** An expression for the end of a text would try each space within it. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && EDGES.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
