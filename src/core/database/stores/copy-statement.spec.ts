import { describe, expect, it } from 'vitest';
import { copyStatement } from './copy-statement.js';

describe('a statement that is copied', () => {
  it('reads each value from a setting, as its type, wherever it is', () => {
    const at = new Date('2026-10-01T00:00:00Z');
    const { settings, copied } = copyStatement({
      text: 'SELECT $1 FROM calls WHERE a >= $2 AND b = ANY($3) AND c = $4 AND d = $5 AND e = $1 AND f = $10',
      values: ['it', at, ['p', 'q'], true, Buffer.of(1, 255), 'x', 'x', 'x', 'x', 'tenth'],
    });
    expect(copied).toBe(
      "SELECT current_setting('copy.value_1')::text FROM calls" +
        " WHERE a >= current_setting('copy.value_2')::timestamptz AND b = ANY(current_setting('copy.value_3')::text[])" +
        " AND c = current_setting('copy.value_4')::boolean AND d = current_setting('copy.value_5')::bytea" +
        " AND e = current_setting('copy.value_1')::text AND f = current_setting('copy.value_10')::text",
    );
    expect(settings.text).toMatch(/^SELECT .*, set_config\('copy\.value_1', \$1, true\), .*\$10, true\)$/);
    expect(settings.values?.slice(0, 5)).toEqual(['it', at, ['p', 'q'], true, '\\x01ff']);
  });

  it('has no value whose type is not known', () => {
    expect(() => copyStatement({ text: 'SELECT $1', values: [null] })).toThrow(
      'has a type that cannot be read',
    );
  });
});
