// A response or a property fits on a line of this width: whitespace would be a third of
// openapi.json otherwise, and a difference still shows which response or property has changed.
const WIDTH = 400;

/** JSON with what fits on a line on one line, and one space for each level. */
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
