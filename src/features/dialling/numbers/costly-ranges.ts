/** Numbers whose calls cost far more than others, or pay a third party per minute. */
export type CostlyKind = 'premium_rate' | 'shared_cost' | 'personal' | 'satellite';

/**
 * A range of costly numbers that the tables of libphonenumber lack, or classify as another kind.
 */
interface CostlyRange {
  /** ISO 3166-1, two letters; null: no country. */
  readonly country: string | null;
  /** The beginning of its numbers in E.164. */
  readonly numbers: RegExp;
  readonly kind: CostlyKind;
  readonly source: string;
  /** The year of the edition. */
  readonly since: number;
}

const ITU = 'ITU-T E.164, list of assigned country codes';

/** Whole ranges of the national plans, assigned or not (dispatch 8.3). */
export const COSTLY_RANGES: readonly CostlyRange[] = [
  // Inmarsat, the global mobile satellite system and the codes of international networks, which
  // satellite services share.
  range(null, /^\+(?:870|88[1238])/, 'satellite', ITU, 2016),
  range(null, /^\+878/, 'personal', ITU, 2016),
  range('AU', /^\+6114/, 'satellite', 'ACMA, Telecommunications Numbering Plan', 2015),
  // Paid services of operators, and premium-rate calls and messages.
  range('AU', /^\+611[29]/, 'premium_rate', 'ACMA, Telecommunications Numbering Plan', 2015),
  range('GB', /^\+4470/, 'personal', 'Ofcom, National Telephone Numbering Plan', 2023),
  // Pagers; 7624 are mobiles of the Isle of Man.
  range('GB', /^\+4476(?!24)/, 'premium_rate', 'Ofcom, National Telephone Numbering Plan', 2023),
  range('DE', /^\+49700/, 'personal', 'Bundesnetzagentur, Nummernplan 0700', 2016),
  // Online services, and routing between networks.
  range('DE', /^\+4919/, 'premium_rate', 'Bundesnetzagentur, Nummernraum für das öffentliche Netz', 2016),
  range('AT', /^\+43718/, 'premium_rate', 'RTR, KEM-V: Zugang zu Online-Diensten', 2009),
  // Televoting and data of premium rate.
  range('ES', /^\+3490[57]/, 'premium_rate', 'CNMC, Plan nacional de numeración telefónica', 2004),
  range('BE', /^\+3270/, 'shared_cost', 'BIPT, numbering plan: 070 infokiosk and voting services', 2013),
  range('NL', /^\+318[47]/, 'personal', 'ACM, Nummerplan telefoon- en ISDN-diensten', 2019),
  range('AE', /^\+971[79]00/, 'premium_rate', 'TDRA, National Numbering Plan', 2015),
  range('IN', /^\+911900/, 'premium_rate', 'DoT, National Numbering Plan', 2003),
  range('CL', /^\+56700/, 'premium_rate', 'Subtel, Plan Técnico Fundamental de Numeración', 2015),
  // An exchange for announcements in each area, and services of single carriers.
  range('US', /^\+1[2-9]\d\d976/, 'premium_rate', 'NANPA, central office code assignment guidelines', 2020),
  range('US', /^\+1700/, 'premium_rate', 'NANPA, 700 services of carriers', 2020),
];

function range(
  country: string | null,
  numbers: RegExp,
  kind: CostlyKind,
  source: string,
  since: number,
): CostlyRange {
  return { country, numbers, kind, source, since };
}
