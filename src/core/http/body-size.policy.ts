import { unprocessable } from '../shared/platform-error.js';
import { MAX_BODY_DEPTH } from '../shared/field-names.policy.js';

// No ordinary body has half as many members, and the cost of checks can grow quadratically.
export const MAX_MEMBERS = 1_000;

// For all levels together: a body of one MiB could contain a quarter of a million.
export const MAX_VALUES = 10_000;

/**
 * Refuses a value that is too wide or too deep, level by level, because recursion would overflow
 * the stack.
 * @param place of the value in the request: `body`, `query` or `path`
 * @throws 422 `too_long` or `too_deep`
 */
export function refuseSize(value: unknown, place: string): void {
  let level = [value].filter(isContainer);
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    const sizes = level.map(membersOf);
    values += sizes.reduce((sum, size) => sum + size, 0);
    if (values > MAX_VALUES || sizes.some((size) => size > MAX_MEMBERS)) {
      throw unprocessable({
        loc: [place],
        message: `must not have more than ${MAX_MEMBERS} members in one place, nor ${MAX_VALUES} in all`,
        type: 'too_long',
      });
    }
    if (depth >= MAX_BODY_DEPTH) {
      throw unprocessable({
        loc: [place],
        message: `must not be nested deeper than ${MAX_BODY_DEPTH} levels`,
        type: 'too_deep',
      });
    }
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
}

const membersOf = (container: object): number =>
  Array.isArray(container) ? container.length : Object.keys(container).length;

export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
