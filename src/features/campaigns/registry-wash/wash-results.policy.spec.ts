import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readResultRow, refuseContradictions, resultOf, acceptsResult } from './wash-results.policy.js';
import type { ResultRow } from './wash-results.policy.js';

const NUMBER = '+61491570156';
const row = (number: unknown, status: unknown, ...more: unknown[]): ResultRow =>
  readResultRow({ row: 2, columns: ['number', 'status'], cells: [number, status, ...more] });
const told = ({ errors }: ResultRow): string[] =>
  errors.map(({ column, fault }) => `${column} ${fault.code}`);

// campaigns 7.8
describe('a row of results', () => {
  it.each([
    ['listed', 'listed'],
    ['not_listed', 'not_listed'],
    ['invalid', 'invalid'],
    [' LISTED ', 'listed'],
  ])('with the status %j is read', (status, read) => {
    expect(resultOf(row(` ${NUMBER} `, status, ''))).toEqual({ number: NUMBER, status: read });
  });

  it.each<[string, unknown[], string[]]>([
    ['blank', ['', ' '], ['number required', 'status required']],
    ['without a number', ['', 'listed'], ['number required']],
    ['without a status', [NUMBER], ['status required']],
    ['with a word that is none', [NUMBER, 'clean'], ['status not_allowed']],
    ['with what no wash has found out', [NUMBER, 'unknown'], ['status not_allowed']],
    ['with a dropped plus', ['61491570156', 'listed'], ['number phone_plus_missing']],
    ['with lost digits', ['6.14916E+10', 'listed'], ['number phone_scientific_notation']],
    ['with a number of no plan', ['+1202555012', 'listed'], ['number phone_invalid']],
    ['with both wrong', ['0491 570 156', 'yes'], ['number phone_invalid', 'status not_allowed']],
    ['with a cell too many', [NUMBER, 'listed', 'x'], ['null too_many_cells']],
  ])('%s is refused', (_, cells, errors) => {
    const read = readResultRow({ row: 7, columns: ['number', 'status'], cells });
    expect(told(read)).toEqual(errors);
    expect(read.errors.every((it) => it.row === 7)).toBe(true);
    expect(resultOf(read)).toBeNull();
  });

  it('says which words are allowed and never repeats the sent value', () => {
    const [error] = row(NUMBER, 'Robin Quirrelbane').errors;
    expect(error?.fault).toMatchObject({ code: 'not_allowed', allowed: ['listed', 'not_listed', 'invalid'] });
    expect(JSON.stringify(error)).not.toContain('Quirrelbane');
  });
});

// campaigns 7.9
describe('rows of one number', () => {
  it.each<[string, [string, string][], boolean[]]>([
    [
      'that agree are taken',
      [
        [NUMBER, 'listed'],
        [NUMBER, 'Listed'],
      ],
      [true, true],
    ],
    [
      'that differ are refused, all of them',
      [
        [NUMBER, 'listed'],
        [NUMBER, 'not_listed'],
        [NUMBER, 'listed'],
      ],
      [false, false, false],
    ],
    [
      'of which one cannot be read are refused',
      [
        [NUMBER, 'listed'],
        [NUMBER, 'yes'],
      ],
      [false, false],
    ],
    [
      'leave those of other numbers alone',
      [
        [NUMBER, 'listed'],
        ['+61491570157', 'not_listed'],
      ],
      [true, true],
    ],
  ])('%s', (_, rows, taken) => {
    const read = refuseContradictions(rows.map(([number, status]) => row(number, status)));
    expect(read.map((it) => resultOf(it) !== null)).toEqual(taken);
  });

  it('are never taken with two statuses, and are refused for nothing else', () => {
    const numbers = ['+61491570156', '+61491570157', '61491570158', ''];
    const statuses = ['listed', 'not_listed', 'invalid', 'clean', ''];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...numbers), fc.constantFrom(...statuses)), { maxLength: 12 }),
        (rows) => {
          const read = refuseContradictions(rows.map(([number, status]) => row(number, status)));
          for (const [index, it] of read.entries()) {
            const [number, status] = rows[index]!;
            const others = rows.filter(([same]) => same === number).map(([, said]) => said);
            const isReadable = number.startsWith('+') && ['listed', 'not_listed', 'invalid'].includes(status);
            const agree = others.every((said) => said === status);
            expect(resultOf(it)).toEqual(isReadable && agree ? { number, status } : null);
            expect(it.errors.length > 0).toBe(resultOf(it) === null);
          }
        },
      ),
    );
  });
});

// campaigns 7.10
describe('a contact takes the result of a wash', () => {
  const washedAt = new Date('2026-11-20T00:00:00Z');
  const at = (iso: string): Date => new Date(iso);

  it.each([
    ['pending', null, true],
    ['pending_dispatch', null, true],
    ['queued', null, true],
    ['dialing', null, true],
    ['in_call', null, true],
    ['retry_scheduled', null, true],
    ['completed', null, false],
    ['failed', null, false],
    ['suppressed', null, false],
    ['cancelled', null, false],
    ['expired', null, false],
    ['pending', at('2026-11-19T23:59:59.999Z'), true],
    ['pending', washedAt, true],
    ['pending', at('2026-11-20T00:00:00.001Z'), false],
  ])('that is %s and was checked at %s: %s', (status, registryCheckedAt, takes) => {
    expect(acceptsResult({ status, registryCheckedAt }, washedAt)).toBe(takes);
  });
});
