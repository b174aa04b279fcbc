import { Text } from '@mantine/core';

/**
 * How much unchanged text is shown on either side of a difference, enough to recognise its
 * position.
 */
const CONTEXT = 160;

const isBlank = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign);

/** Where the difference between two texts begins and ends, at word boundaries. */
function difference(text: string, other: string): { readonly from: number; readonly to: number } {
  const most = Math.min(text.length, other.length);
  let from = 0;
  while (from < most && text[from] === other[from]) from += 1;
  while (from > 0 && !(isBlank(text[from - 1]) && isBlank(other[from - 1]))) from -= 1;
  let tail = 0;
  while (tail < most - from && text.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  while (tail > 0 && !isBlank(text.at(-tail))) tail -= 1;
  return { from, to: text.length - tail };
}

/** A text with its difference from another one highlighted; long unchanged parts are shortened. */
export function TextChange({ text, other }: { readonly text: string; readonly other: string }) {
  const { from, to } = difference(text, other);
  const before = text.slice(0, from);
  const after = text.slice(to);
  return (
    <Text span size="sm" className="value" dir="auto">
      {before.length > CONTEXT ? `…${before.slice(-CONTEXT)}` : before}
      {to > from && <mark className="changed">{text.slice(from, to)}</mark>}
      {after.length > CONTEXT ? `${after.slice(0, CONTEXT)}…` : after}
    </Text>
  );
}
