/** A change of a numbering plan that determines the new number of every old one. */
export interface Renumbering {
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** The day on which the new numbers began; the last day if there were several steps. */
  readonly since: string;
  /** Old numbers in E.164. None of them is a number of the current plan. */
  readonly from: RegExp;
  readonly to: string;
  readonly source: string;
}

/** Old numbers whose new ones do not follow from their digits. */
type Withdrawn = Omit<Renumbering, 'to'>;

const ARCEP_BJ = 'ARCEP Benin, national numbering plan of 30 November 2024';
const ARTCI = 'ARTCI, switch to ten digits, announced on 28 July 2020';
const ARCEP_GA = 'ARCEP Gabon, national numbering plan, announced on 3 June 2019';
const ANATEL = 'Anatel, Resolução 553/2010, in all states since 6 November 2016';
const IFT = 'IFT, Plan Técnico Fundamental de Numeración, in force on 3 August 2019';
const SUBTEL = 'Subtel, digit 2 in front of local numbers, 2012 and 2013';
const CRC = 'CRC, Resolución 5826 of 2019, marcación única nacional';
const ART_CM = 'ART Cameroon, switch to nine digits on 21 November 2014';
const GNCC = 'GNCC, communication to the ITU of 22 December 2010';
const NTRA = 'NTRA Egypt, announcement of the change on 6 October 2011';
const CRA_QA = 'ictQATAR, announcement of 28 March 2010';
const MIGRATOR = 'libphonenumber, recipes of its migrator';

/**
 * The numbering plans that changed by a fixed rule since 2010 (requests 10.8): the old and the new
 * number reach one telephone.
 */
export const RENUMBERINGS: readonly Renumbering[] = [
  rule('BJ', '2024-11-30', /^\+229(\d{8})$/, '+22901$1', ARCEP_BJ),
  rule('CI', '2021-01-31', /^\+225(2\d8\d{5})$/, '+22521$1', ARTCI),
  rule('CI', '2021-01-31', /^\+225([23]\d0\d{5})$/, '+22525$1', ARTCI),
  rule('CI', '2021-01-31', /^\+225(2\d[1-79]\d{5}|3\d[1-9]\d{5})$/, '+22527$1', ARTCI),
  rule('CI', '2021-01-31', /^\+225((?!800|900)[014-9][0-3]\d{6})$/, '+22501$1', ARTCI),
  rule('CI', '2021-01-31', /^\+225([014-9][4-6]\d{6})$/, '+22505$1', ARTCI),
  rule('CI', '2021-01-31', /^\+225([014-9][7-9]\d{6})$/, '+22507$1', ARTCI),
  rule('GA', '2019-11-15', /^\+2410?(1\d{6})$/, '+2411$1', ARCEP_GA),
  rule('GA', '2019-11-15', /^\+2410?([256]\d{6})$/, '+2416$1', ARCEP_GA),
  rule('GA', '2019-11-15', /^\+2410?([47]\d{6})$/, '+2417$1', ARCEP_GA),
  rule('CM', '2014-11-21', /^\+237([5-79]\d{7})$/, '+2376$1', ART_CM),
  rule('MU', '2013-09-01', /^\+230((?:25|[79]\d)\d{5})$/, '+2305$1', 'ICTA, mobile numbers of eight digits'),
  rule('EG', '2011-10-06', /^\+201([278]\d{7})$/, '+2012$1', NTRA),
  rule('EG', '2011-10-06', /^\+201([069]\d{7})$/, '+2010$1', NTRA),
  rule('EG', '2011-10-06', /^\+201([14]\d{7})$/, '+2011$1', NTRA),
  rule('BR', '2016-11-06', /^\+55([1-9]{2})([689]\d{7})$/, '+55$19$2', ANATEL),
  rule('MX', '2019-08-03', /^\+521(\d{10})$/, '+52$1', IFT),
  rule('CL', '2013-07-13', /^\+562(\d{7})$/, '+5622$1', SUBTEL),
  rule('CL', '2013-07-13', /^\+56(3[2-5]|4[1-35]|5[1-358]|6[13457]|7[1-35])(\d{6})$/, '+56$12$2', SUBTEL),
  rule('CO', '2021-09-01', /^\+57((?!46)[124-8][2-8]\d{6})$/, '+5760$1', CRC),
  rule('EC', '2012-09-30', /^\+593([89]\d{7})$/, '+5939$1', 'Conatel, mobile numbers of ten digits'),
  rule('SX', '2011-09-30', /^\+599(5\d{6})$/, '+1721$1', 'NANPA, planning letter 423 of 27 July 2011'),
  rule('QA', '2010-07-28', /^\+974([3-7])(\d{6})$/, '+974$1$1$2', CRA_QA),
  rule('GE', '2011-06-20', /^\+995((?:5[1578]|68|7[1479]|9[1-35-9])\d{6})$/, '+9955$1', GNCC),
  rule('GE', '2011-06-04', /^\+99532(\d{6})$/, '+995322$1', GNCC),
  rule(
    'TL',
    '2013-01-01',
    /^\+6707([1-9]\d{5})$/,
    '+67077$1',
    'ANC, communication to the ITU of 27 March 2013',
  ),
  rule('SA', '2013-05-01', /^\+9661(\d{7})$/, '+96611$1', MIGRATOR),
  rule('SA', '2013-05-01', /^\+966([2-4][2-8]\d{6}|6[2-5]\d{6}|7[2-7]\d{6})$/, '+9661$1', MIGRATOR),
  rule('VN', '2018-09-15', /^\+8412([068]\d{7})$/, '+847$1', MIGRATOR),
  rule('VN', '2018-09-15', /^\+84121(\d{7})$/, '+8479$1', MIGRATOR),
  rule('VN', '2018-09-15', /^\+84122(\d{7})$/, '+8477$1', MIGRATOR),
  rule('VN', '2018-09-15', /^\+8412([3-5]\d{7})$/, '+848$1', MIGRATOR),
  rule('VN', '2018-09-15', /^\+84127(\d{7})$/, '+8481$1', MIGRATOR),
  rule('VN', '2018-09-15', /^\+84129(\d{7})$/, '+8482$1', MIGRATOR),
  rule('VN', '2018-09-15', /^\+8416([2-9]\d{7})$/, '+843$1', MIGRATOR),
  rule('VN', '2018-09-15', /^\+8418([68]\d{7})$/, '+845$1', MIGRATOR),
  rule('VN', '2018-09-15', /^\+84199(\d{7})$/, '+8459$1', MIGRATOR),
  rule('VN', '2017-06-17', /^\+844([2-8]\d{7})$/, '+8424$1', MIGRATOR),
];

/**
 * Lengths that a plan no longer has, without a rule for the new number: such numbers are found and
 * erased, but not dialled.
 */
const WITHDRAWN: readonly Withdrawn[] = [
  { country: 'CI', since: '2021-01-31', from: /^\+225[89]00\d{5}$/, source: ARTCI },
  { country: 'GA', since: '2019-11-15', from: /^\+2413\d{6}$/, source: ARCEP_GA },
  // The digits do not say which of these moved to 242 and which to 243.
  { country: 'CM', since: '2014-11-21', from: /^\+237[23]\d{7}$/, source: ART_CM },
  // The new digits depend on the operator, and two operators shared first digits.
  {
    country: 'TG',
    since: '2011-08-07',
    from: /^\+228\d{7}$/,
    source: 'ARTP Togo, announcement of August 2011',
  },
  { country: 'PH', since: '2019-10-06', from: /^\+632\d{7}$/, source: 'NTC, Memorandum Order 10-10-2017' },
  { country: 'PF', since: '2014-06-23', from: /^\+689(?!44)[2-9]\d{5}$/, source: 'OPT, eight digits' },
];

function rule(country: string, since: string, from: RegExp, to: string, source: string): Renumbering {
  return { country, since, from, to, source };
}

/**
 * The current number; a number that did not change is returned unchanged. @param number in E.164
 */
export function renumbered(number: string): string {
  const changed = RENUMBERINGS.find(({ from }) => from.test(number));
  return changed === undefined ? number : number.replace(changed.from, changed.to);
}

/**
 * Whether the number no longer reaches a telephone, and no rule derives a new one.
 * @param number in E.164
 */
export const isWithdrawn = (number: string): boolean => WITHDRAWN.some(({ from }) => from.test(number));
