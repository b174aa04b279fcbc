import { mobileNumber, spokenNumber } from '../fictitious-numbers.ts';
import { leaflet } from './leaflet.ts';

/** A document that the clinic line's assistant uses for its answers. */
interface ClinicDocument {
  readonly title: string;
  readonly kind: 'text' | 'file';
  readonly content: Buffer<ArrayBuffer>;
}

const VISITS = `# Visits to the clinic

## Opening hours

The clinic is open from Monday to Friday from 8 am to 6 pm, and on Saturday from 9 am to 1 pm. It is
closed on Sundays and on public holidays.

## Appointments

A visit takes 20 minutes, a first visit 30. Rabbits and birds are seen on Tuesdays and Thursdays.
Appointments can be moved or cancelled until the evening before at no charge.

## Vaccinations

Pups and kittens are vaccinated at 6 to 8, 10 to 12 and 14 to 16 weeks, then once a year. The
vaccination book is needed at each visit. An animal that coughs or has no appetite is vaccinated later.

## Parking

There are six parking spaces behind the house, entrance in the lane. A ramp leads to the door.
`;

/** The clinic has added a telephone number, which a person must accept. */
const VISITS_OF_SUMMER = `${VISITS}
## Between Christmas and New Year

The clinic is open in the mornings only, from 9 am to noon. In urgent cases the vet on duty is on ${spokenNumber(mobileNumber(7))}.
`;

const PRICES = [
  ['Service', 'Dog', 'Cat', 'Note'],
  ['Yearly visit with vaccination', '129 dollars', '115 dollars', 'Includes a check of the teeth'],
  ['First visit', '95 dollars', '95 dollars', '30 minutes'],
  ['Microchip', '65 dollars', '65 dollars', 'Includes the register'],
  ['Desexing of a female', '480 dollars', '310 dollars', 'Includes the visit afterwards'],
  ['Desexing of a male', '390 dollars', '210 dollars', 'Includes the visit afterwards'],
  ['Cleaning of the teeth', '420 dollars', '380 dollars', 'With anaesthesia'],
  ['Emergency visit', '240 dollars', '240 dollars', 'Outside of opening hours'],
];

const OPERATION = [
  'Before and after an operation',
  '',
  'The evening before: no food from ten in the evening. Water may stay until six in the morning.',
  'The day itself: bring your animal between 7:30 and 8:30. We call you when it is awake,',
  'usually early in the afternoon. It can go home the same day.',
  'The first night: keep it warm and quiet, and offer half of its usual food.',
  'The wound: it stays dry and clean. Your animal wears its collar for ten days and must not lick it.',
  'Walks: on the lead only, until the stitches are taken out after ten to twelve days.',
  'Call the clinic if the wound opens, smells or swells, or if your animal does not eat for a day.',
];

const bytes = (text: string): Buffer<ArrayBuffer> => Buffer.from(text);

/** Three documents of the clinic: a text, a table and a leaflet. */
export const CLINIC_DOCUMENTS: readonly ClinicDocument[] = [
  { title: 'Visits and vaccinations', kind: 'text', content: bytes(VISITS) },
  { title: 'Prices', kind: 'file', content: bytes(PRICES.map((row) => `${row.join(',')}\n`).join('')) },
  { title: 'Before and after an operation', kind: 'file', content: leaflet(OPERATION) },
];

/** The current version of the first document. */
export const CHANGED_DOCUMENT = bytes(VISITS_OF_SUMMER);
