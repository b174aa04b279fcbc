/** Where something stands in a JSON value, outermost first. */
export type JsonPath = readonly (string | number)[];

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A path as findings write it: `destinations[2].phone_number`; empty for the root. */
export const pathText = (path: JsonPath): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');

/** The path of a JSON pointer into `root`; what indexes an array there is a number. */
export function pathOfPointer(pointer: string, root: unknown): JsonPath {
  let at: unknown = root;
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
      const part = Array.isArray(at) ? Number(name) : name;
      at = (at as Record<string | number, unknown> | null | undefined)?.[part];
      return part;
    });
}
