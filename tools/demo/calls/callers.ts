import {
  anyNumber,
  FICTITIOUS_MOBILE_COUNT,
  landlineNumber,
  mobileNumber,
  spokenNumber,
} from '../fictitious-numbers.ts';
import type { ProjectProfile } from '../project-profiles.ts';
import { Random } from '../random.ts';

export interface DemoCaller {
  /** E.164; null when withheld. */
  readonly number: string | null;
  readonly name: string;
  /** The callback number, as the caller says it. */
  readonly spokenNumber: string;
}

const FIRST_NAMES = (
  'Alinta Bram Cleo Darius Elowen Fergus Greta Hamish Isolde Jarrah Kiri Lachie Mireille Nils Odette Pasco ' +
  'Quilla Rafferty Saoirse Tobin Ulla Viggo Winnie Xanthe Yarran Zelda'
).split(' ');

/**
 * Invented rather than taken from a directory: together with a first name they belong to no real
 * person.
 */
const LAST_NAMES = (
  'Brindlecote Fernhollow Tallowmere Wrenfellow Oakhampden Marrowdale Silverbeck Thistlemoor Quillfeather ' +
  'Ambergate Larkenby Pebblestow Copperlea Mistlethorn Saltmarren Drumberry Hollowglen Kestrelby Winterbrook'
).split(' ');

/** Share of calls from people who are not among the regular callers of the project. */
const STRANGERS = 0.22;
/**
 * How much more often the first members of the pool call: a few dozen people make a third of the
 * calls.
 */
const STEEPNESS = 2.6;
/** Numbers of callers outside a pool begin after all pools. */
const STRANGERS_FROM = 6_000;

/**
 * The caller of a call. The same member of a project's pool always has the same name and number.
 */
export function callerOf(random: Random, projectId: string, profile: ProjectProfile): DemoCaller {
  const { pool, area } = profile;
  const isStranger = pool.strangers && random.chance(STRANGERS);
  const position = isStranger
    ? random.between(STRANGERS_FROM, 19_999)
    : Math.floor(pool.size * random.next() ** STEEPNESS);
  const person = new Random(`${projectId}/caller/${position}`);
  const name = `${person.pick(FIRST_NAMES)} ${person.pick(LAST_NAMES)}`;
  if (random.chance(profile.withheld)) {
    return { number: null, name, spokenNumber: spokenNumber(anyNumber(person, area)) };
  }
  const number =
    position < FICTITIOUS_MOBILE_COUNT
      ? mobileNumber(position + pool.firstMobile)
      : landlineNumber(person.chance(0.85) ? area : person.pick(['2', '3', '7', '8']), position);
  return { number, name, spokenNumber: spokenNumber(number) };
}
