const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0);

const TFN_WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  8: [10, 7, 8, 4, 6, 3, 5, 1],
  9: [1, 4, 3, 7, 5, 8, 6, 9, 10],
};

/** Whether these digits are an Australian tax file number: 9 of them, or 8 in older ones. */
export function isTaxFileNumber(digits: string): boolean {
  const weights = TFN_WEIGHTS[digits.length];
  return weights !== undefined && weighted(digits, weights) % 11 === 0;
}

const MEDICARE_WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9];
const MEDICARE_CHECK_DIGIT = 8;

/** 10 digits, or 11 with the person's place on the card. */
export const isMedicareNumber = (digits: string): boolean =>
  /^[2-6][0-9]{9,10}$/.test(digits) &&
  weighted(digits, MEDICARE_WEIGHTS) % 10 === Number(digits[MEDICARE_CHECK_DIGIT]);

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** 11 digits, checked with the first one reduced by one. */
export const isBusinessNumber = (digits: string): boolean =>
  /^[1-9][0-9]{10}$/.test(digits) && (weighted(digits, ABN_WEIGHTS) - ABN_WEIGHTS[0]!) % 89 === 0;

const SHORTEST_CARD = 13;
/** The longest account number that a card may have (ISO/IEC 7812). */
export const LONGEST_CARD = 19;

/** 13 to 19 digits with Luhn's check digit. */
export function isPaymentCard(digits: string): boolean {
  if (digits.length < SHORTEST_CARD || digits.length > LONGEST_CARD) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
