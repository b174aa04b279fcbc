// An operation or a schema fits on a line of this width. A diff then shows which of them changed,
// and whitespace takes one byte in a hundred.
const WIDTH = 3000;

/** JSON with one line for everything that fits, and one space per level. */
export function folded(value: unknown, level = 0): string {
  const whole = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || whole.length + level <= WIDTH) return whole;
  const indent = ' '.repeat(level);
  const parts = Array.isArray(value)
    ? value.map((item) => folded(item, level + 1))
    : Object.entries(value)
        .filter(([, child]) => child !== undefined)
        .map(([key, child]) => `${JSON.stringify(key)}: ${folded(child, level + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => `${indent} ${part}`).join(',\n')}\n${indent}${close}`;
}
