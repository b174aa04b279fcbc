import type { Random } from './random.ts';

/**
 * The mobile numbers that the Australian regulator (ACMA) reserves for fiction; none of them
 * reaches a person.
 */
const MOBILES = (
  '570006 570156 570157 570158 570159 570110 570313 570737 571266 571491 571804 572549 572665 572983 573770 ' +
  '573087 574118 574632 575254 575789 576398 576801 577426 577644 578957 578148 578888 579212 579760 579455'
).split(' ');

/** Area codes in which the numbers beginning with 5550 and 7010 are also reserved for fiction. */
export type AreaCode = '2' | '3' | '7' | '8';

export const FICTITIOUS_MOBILE_COUNT = MOBILES.length;

/** One of the mobile numbers in E.164. */
export const mobileNumber = (position: number): string =>
  `+61491${MOBILES[position % MOBILES.length] ?? MOBILES[0]}`;

/**
 * One of the 20,000 landline numbers of an area, E.164; smaller positions never give the same
 * number.
 */
export function landlineNumber(area: AreaCode, position: number): string {
  const block = position % 2 === 0 ? '5550' : '7010';
  // 4,513 and 10,000 are coprime, so this visits every number of the block before it repeats one.
  const last = (Math.floor(position / 2) * 4_513 + 271) % 10_000;
  return `+61${area}${block}${last.toString().padStart(4, '0')}`;
}

/** A random number, for calls that withhold theirs. */
export const anyNumber = (random: Random, area: AreaCode): string =>
  random.chance(0.5)
    ? mobileNumber(random.between(0, MOBILES.length - 1))
    : landlineNumber(area, random.between(0, 19_999));

/** The usual Australian notation: 0491 570 156, (02) 5550 1234. */
export function spokenNumber(e164: string): string {
  const national = `0${e164.slice(3)}`;
  return national.startsWith('04')
    ? `${national.slice(0, 4)} ${national.slice(4, 7)} ${national.slice(7)}`
    : `(${national.slice(0, 2)}) ${national.slice(2, 6)} ${national.slice(6)}`;
}
