export type JsonPath = readonly (string | number)[];

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A path as written in every response (errors 1.5): parts separated by dots, lists by index, as in
 * `destinations.2.phone_number`; empty for the root. A backslash escapes a dot or a backslash in a
 * name.
 */
export const pathText = (path: JsonPath): string =>
  path.map((part) => String(part).replaceAll(/[\\.]/g, String.raw`\$&`)).join('.');

/** The parts of such a text; indexes are strings, like names. */
export const partsOfPath = (text: string): string[] =>
  text === ''
    ? []
    : Array.from(text.matchAll(/(?:^|\.)((?:\\.|[^\\.])*)/gs), ([, part]) =>
        part!.replaceAll(/\\(.)/gs, '$1'),
      );

/** Converts a JSON pointer, the stored form of differences, to a path as in responses. */
export const pathOfPointer = (pointer: string): string =>
  pathText(pointer.split('/').slice(1).map(unescaped));

const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** The path of a JSON pointer into `root`; array indices are numbers. */
export function partsOfPointer(pointer: string, root: unknown): JsonPath {
  let at: unknown = root;
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const name = unescaped(token);
      const part = Array.isArray(at) ? Number(name) : name;
      at = (at as Record<string | number, unknown> | null | undefined)?.[part];
      return part;
    });
}
