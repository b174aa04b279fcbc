// Arabic-Indic, Persian and full-width digits: keyboards of these languages write them.
const ZEROS = [0x660, 0x6f0, 0xff10];

/** The text with the digits 0 to 9 in place of those of other scripts. */
export const toAsciiDigits = (text: string): string =>
  Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    const zero = ZEROS.find((it) => code >= it && code <= it + 9);
    return zero === undefined ? character : String(code - zero);
  }).join('');
