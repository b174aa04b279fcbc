import { RENUMBERINGS, renumbered, type Renumbering } from './renumbering.js';

/**
 * The current number, and those that it had before its plan changed (requests 10.9), under which
 * opt-outs, contacts and calls may be stored.
 * @param number in E.164
 */
export function withFormerNumbers(number: string): readonly string[] {
  const today = renumbered(number);
  const former = RENUMBERINGS.filter((it) => today.startsWith(beginning(it.to)));
  return [today, ...new Set(former.flatMap((it) => oldNumbersOf(it, today)))];
}

/**
 * The numbers from which a change derived this one: it replaced their beginning, or inserted a
 * digit.
 */
function oldNumbersOf({ from, to }: Renumbering, today: string): string[] {
  const places = [...today].keys();
  const candidates = [...places].flatMap((at) => [
    today.slice(0, at) + today.slice(at + 1),
    ...beginnings(from).map((it) => it + today.slice(at)),
  ]);
  return candidates.filter((it) => from.test(it) && it.replace(from, to) === today);
}

const beginning = (to: string): string => to.split('$')[0]!;

/** The digits before the first group of a rule; a digit with a question mark may be missing. */
function beginnings({ source }: RegExp): string[] {
  const written = /^\^\\\+([\d?]+)/.exec(source)![1]!;
  return [`+${written.replace('?', '')}`, `+${written.replace(/\d\?/, '')}`];
}
