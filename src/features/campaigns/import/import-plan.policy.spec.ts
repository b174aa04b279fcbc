import { describe, expect, it } from 'vitest';
import { readRow } from './contact-row.policy.js';
import { planImport, refuseDuplicates } from './import-plan.policy.js';

const rowsOf = (...cells: Record<string, string>[]) =>
  cells.map((it, index) => {
    const sent = { to_number: `+6149157015${index}`, ...it };
    return readRow(
      { row: index + 2, columns: Object.keys(sent), cells: Object.values(sent) },
      { required: ['to_number'] },
    );
  });
const plan = (known: string[], required: string[], ...cells: Record<string, string>[]) =>
  planImport(refuseDuplicates(rowsOf(...cells)), (id) => known.includes(id), required);
const counted = (...args: Parameters<typeof plan>): number[] => {
  const { accepted_rows, duplicate_rows, rejected_rows } = plan(...args).counts;
  return [accepted_rows, duplicate_rows, rejected_rows];
};
const errorsOf = (...args: Parameters<typeof plan>) =>
  plan(...args).errors.map(({ row, column, fault }) => `${row} ${column} ${fault.code}`);

// campaigns 4.8
describe('an external_contact_id that occurs twice', () => {
  it('refuses every row that has it', () => {
    const cells = [
      { external_contact_id: 'a' },
      { external_contact_id: 'b' },
      { external_contact_id: ' a ' },
    ];
    expect(counted([], [], ...cells)).toEqual([1, 0, 2]);
    expect(errorsOf([], [], ...cells)).toEqual([
      '2 external_contact_id duplicate_in_request',
      '4 external_contact_id duplicate_in_request',
    ]);
  });

  it('counts after it is normalised, and in rows that are wrong otherwise', () => {
    const cells = [
      { external_contact_id: 'Mo\u0308bel' },
      { external_contact_id: 'M\u00f6bel', to_number: '61491570156' },
      { external_contact_id: 'm\u00f6bel' },
    ];
    expect(errorsOf([], [], ...cells)).toEqual([
      '2 external_contact_id duplicate_in_request',
      '3 external_contact_id duplicate_in_request',
      '3 to_number phone_plus_missing',
    ]);
    expect(counted([], [], ...cells)).toEqual([1, 0, 2]);
  });

  it('is nothing that a blank one can be', () => {
    expect(counted([], [], {}, { external_contact_id: ' ' }, {})).toEqual([3, 0, 0]);
  });

  it('does not make a duplicate of what the campaign has', () => {
    expect(counted(['a'], [], { external_contact_id: 'a' }, { external_contact_id: 'a' })).toEqual([0, 0, 2]);
  });
});

// campaigns 4.10
describe('the rows of an import', () => {
  it('are accepted, duplicates of what is there, or rejected', () => {
    const cells = [{ external_contact_id: 'a' }, { external_contact_id: 'b' }, { to_number: 'x' }, {}];
    expect(counted(['b'], [], ...cells)).toEqual([2, 1, 1]);
    expect(plan(['b'], [], ...cells).known.map(({ row }) => row)).toEqual([3]);
  });

  it('are counted once, however many mistakes they have', () => {
    expect(counted([], [], { to_number: 'x', call_type: 'x', max_attempts: 'x' })).toEqual([0, 0, 1]);
  });

  // campaigns 4.9
  it('bring the keys that the campaign requires, unless the contact is there already', () => {
    const cells = [
      { external_contact_id: 'a', first_name: 'Robin' },
      { external_contact_id: 'b' },
      { external_contact_id: 'c' },
    ];
    expect(counted(['c'], ['first_name'], ...cells)).toEqual([1, 1, 1]);
    expect(errorsOf(['c'], ['first_name'], ...cells)).toEqual(['3 first_name required']);
  });
});
