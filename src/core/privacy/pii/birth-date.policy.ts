/**
 * Parts of a date, as sources of regular expressions, which the rule that spares other dates also
 * uses.
 */
export const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
export const MONTH = String.raw`(?:0?[1-9]|1[0-2])`;
// A person of 0 to 120 years was born in one of these. A rule without a clock cannot be narrower.
export const YEAR = String.raw`(?:19|20)\d\d`;
export const MONTH_NAME =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|' +
  'oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

const UNITS = 'one|two|three|four|five|six|seven|eight|nine';
const TEENS = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen';
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const UNITH = 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth';
const TEENTH =
  'tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth';

const SPELT_NUMBER = `(?:(?:${TENS})(?:[ -](?:${UNITS}))?|${TEENS}|${UNITS})`;
const SPELT_DAY =
  `(?:(?:twenty|thirty)[ -](?:${UNITH}|${UNITS})|twentieth|thirtieth|twenty|thirty|` +
  `${TEENTH}|${UNITH}|${TEENS}|${UNITS})`;
const SPELT_YEAR =
  `(?:nineteen[ -](?:hundred[ -](?:and )?)?(?:oh?[ -])?${SPELT_NUMBER}|` +
  `two thousand(?:[ ,]*(?:and )?${SPELT_NUMBER})?|twenty[ -](?:oh?[ -])?${SPELT_NUMBER})`;

const SIGN = '(?: ?[/.,-] ?| )';
const SHORT_YEAR = String.raw`'?\d\d`;
const ANY_DAY = `(?:${DAY}(?:st|nd|rd|th)?|${SPELT_DAY})`;
// Two digits after the name of a month are a year, unless they are the hour.
const YEAR_OF_NAMED = String.raw`(?:[ ,-]*(?:of )?(?:${YEAR}(?!\d)|${SPELT_YEAR})|[ ,-]*'\d\d(?!\d)|[ -]?\d\d(?![\d:]| ?[ap]\.?m))`;

const DATES = [
  `(?:${DAY}${SIGN}${MONTH}|${MONTH}${SIGN}${DAY})${SIGN}(?:${YEAR}|${SHORT_YEAR})(?!\\d)`,
  `${YEAR}${SIGN}${MONTH}${SIGN}${DAY}(?!\\d)`,
  String.raw`(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])${YEAR}|${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)`,
  String.raw`${ANY_DAY}[ -]?(?:day )?(?:of )?${MONTH_NAME}\.?${YEAR_OF_NAMED}`,
  String.raw`${MONTH_NAME}\.?[ -]?(?:the )?${ANY_DAY}${YEAR_OF_NAMED}`,
];
const DATE = new RegExp(`(?<![\\p{L}\\d])(?:${DATES.join('|')})`, 'giu');

// Words for a celebration, which may take place on another day.
const OCCASION =
  "(?!['’]?s? (?:part|dinner|lunch|breakfast|brunch|cake|celebrat|event|function|book|reserv|table|present|gift|" +
  'card|surprise|bash|drinks|picnic|trip|weekend|treat|special))';
const BIRTH = new RegExp(
  `(?<!\\p{L})(?:born|births?|birth[ _-]?dates?|(?:birth[ _-]?|b-?)days?${OCCASION}|d[./ ]?o[./ ]?b)(?!\\p{L})`,
  'giu',
);

// The maximum distance between the words and the date; it also bounds the cost of a long text.
const LONGEST_LEAD = 60;
const LONGEST_TAIL = 40;

// Separates "DOB checked." from the date of an appointment: a new sentence (not the dot of St
// Kilda), or a new clause about an appointment.
const NEW_SENTENCE = /(?<!\b(?:St|Mt|Dr|Mr|Mrs|Ms|Pt|Ft|No))[.!?;] \p{Lu}/u;
const NEW_SUBJECT =
  /(?:[,;]|\b(?:and|then|but|so)\b).*\b(?:re)?(?:book|appoint|schedul|reserv|visit|arriv|depart|check(?:ing|s)?[ -]?(?:in|out)|deliver|mov|meet|call ?back|follow|next|return|inspect|due|pay|order|quot|valid|expir|renew)/iu;

const TAIL =
  /^[ ,]*(?:\(|is|was|as|being|=|-|:)? ?(?:(?:his|her|their|the|my|your|our|its|a|\p{L}{1,20}['’]s) ){0,3}(?:date[ _-]of[ _-])?$/iu;
const IS_CHECKED =
  /^ ?(?:(?:was|is|were|also|and|address|name|has|been) ){0,4}(?:verif|check|confirm|provid|given|match|captur|updat|collect|taken|on file)/iu;

/**
 * Whether a text states a date of birth: a full date near words for it.
 * @param text in plain characters (plainText), with single spaces and nothing invisible
 */
export function namesBirthDate(text: string): boolean {
  // Fast path: few texts contain words for a date of birth.
  if (text.search(BIRTH) < 0) return false;
  const births = [...text.matchAll(BIRTH)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  let next = 0;
  for (const match of text.matchAll(DATE)) {
    const [start, end] = [match.index, match.index + match[0].length];
    while (next < births.length && births[next]!.start < start) next += 1;
    const [before, after] = [births[next - 1], births[next]];
    if (before && before.end <= start && start - before.end <= LONGEST_LEAD) {
      if (leadsOn(text.slice(before.end, start))) return true;
    }
    if (after && after.start - end <= LONGEST_TAIL) {
      if (looksBack(text.slice(end, after.start), text.slice(after.end, after.end + LONGEST_TAIL)))
        return true;
    }
  }
  return false;
}

const leadsOn = (between: string): boolean => !NEW_SENTENCE.test(between) && !NEW_SUBJECT.test(between);

/** "3/4/1985 (DOB)" does; "on 14/11/2026, DOB verified" does not. */
const looksBack = (between: string, rest: string): boolean =>
  TAIL.test(between) && !(between.includes(',') && IS_CHECKED.test(rest));
