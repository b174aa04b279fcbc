import { expect, it } from 'vitest';
import { assertionFindings } from './conversation-test.policy.js';

const SECTIONS = {
  'transfer-routing': { customer_destinations: [{ destination_id: 'front-desk' }] },
  'plugin-configuration': {
    plugins: [{ tools: [{ name: 'find_slots' }] }, { tools: [{ name: 'book_slot' }] }],
  },
};

// workspace 13.4
it.each([
  ['names a destination of the project', { kind: 'transfers_to', destination: 'front-desk' }, []],
  [
    'names a destination that does not exist',
    { kind: 'transfers_to', destination: 'back-office' },
    [['destination_unknown', 'assertions.0.destination']],
  ],
  ['names a tool of the second plugin', { kind: 'tool_called', tool: 'book_slot' }, []],
  [
    'names a tool that does not exist',
    { kind: 'tool_called', tool: 'order_pizza' },
    [['tool_unknown', 'assertions.0.tool']],
  ],
  ['names neither', { kind: 'max_turns', turns: 4 }, []],
] as const)('an assertion that %s', (_, assertion, expected) => {
  const found = assertionFindings([assertion], SECTIONS);
  expect(found.map(({ code, path }) => [code, path])).toEqual(expected);
  expect(found.every(({ severity }) => severity === 'warning')).toBe(true);
});

it('matches nothing in a project without sections', () => {
  const assertions = [
    { kind: 'max_turns', turns: 1 },
    { kind: 'tool_called', tool: 'find_slots' },
  ] as const;
  expect(assertionFindings(assertions, {}).map(({ path }) => path)).toEqual(['assertions.1.tool']);
});
