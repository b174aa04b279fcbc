import { verdictOf, hoursOn, localTime } from './independent-calling-hours.js';
import type { SeededRandom } from './seeded-random.js';

/**
 * A number that a stranger may type, and the country that it belongs to; null: none that the demo
 * may call in any country.
 */
export interface TypedNumber {
  readonly phone: string;
  readonly country: 'AU' | 'NZ' | 'GB' | 'US' | null;
}

/** Prefixes of numbers, and the number of digits that follow. */
const KINDS: readonly (readonly [beginning: string, digits: number, country: TypedNumber['country']])[] = [
  ['+6149157', 4, 'AU'],
  ['+6125550', 4, 'AU'],
  ['+6421123', 3, 'NZ'],
  ['+442079460', 3, 'GB'],
  ['+120255501', 2, 'US'],
  ['+611900654', 3, null],
  ['+611300975', 3, null],
  ['+61131', 3, null],
  ['+611800975', 3, null],
  ['+6114711', 4, null],
  ['+88161234', 4, null],
  ['+4470123456', 2, null],
];

/** A number of any kind, usually of the two countries at the top. */
export function aTypedNumber(random: SeededRandom): TypedNumber {
  const [beginning, digits, country] = random.once(3) ? random.of(KINDS) : random.of(KINDS.slice(0, 3));
  const last = String(random.below(10 ** digits)).padStart(digits, '0');
  return { phone: `${beginning}${last}`, country };
}

/** The zones of both countries, and the state whose holidays count; null: all states. */
const PLACES = {
  AU: {
    zones: (
      'Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Adelaide Australia/Darwin Australia/Hobart Australia/Perth ' +
      'Australia/Eucla Australia/Broken_Hill Australia/Lord_Howe Antarctica/Macquarie'
    ).split(' '),
    state: null,
  },
  NZ: { zones: ['Pacific/Auckland', 'Pacific/Chatham'], state: 'NZ' },
} as const;

/**
 * Whether the demo may call the country from an instant until ten minutes later, derived only from
 * the law's table (demo 3.5).
 */
export function mayCall(country: 'AU' | 'NZ', atMs: number): boolean {
  const { zones, state } = PLACES[country];
  const isPermitted = (zone: string, at: number): boolean => {
    const hours = hoursOn('telemarketing', zone, at);
    const { time } = localTime(at, zone);
    const isWithin = hours !== null && time >= hours[0] && time < hours[1];
    // Research has longer hours, and the same holidays except those of Western Australia alone.
    return isWithin && verdictOf('research', zone, state, at) === 'permitted';
  };
  return [atMs, atMs + 10 * 60_000].every((at) => zones.every((zone) => isPermitted(zone, at)));
}
