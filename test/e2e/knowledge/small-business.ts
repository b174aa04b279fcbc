/** A document of a small business, and questions that it answers. */
export interface BusinessDocument {
  readonly language: 'en' | 'de';
  readonly title: string;
  readonly text: string;
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
}

type Fact = readonly [text: string, question: string];
type Template = (service: string, index: number) => readonly Fact[];

const ENGLISH: Template = (service, index) => [
  [
    `Our charge for ${service} is ${80 + index * 7} dollars, paid by card on the day.`,
    `How much do you charge for ${service}?`,
  ],
  [
    `Please allow ${20 + index} minutes for ${service}; arrive a little earlier the first time.`,
    `How many minutes should I allow for ${service}?`,
  ],
  [
    `For ${service} we work on level ${1 + (index % 6)}, next to the lift in the ${['north', 'south', 'east'][index % 3]!} wing.`,
    `Which level is ${service} on?`,
  ],
  [
    `Appointments for ${service} can be cancelled until ${2 + (index % 20)} hours before; later we keep the deposit.`,
    `Until when can I cancel my appointment for ${service}?`,
  ],
];

const GERMAN: Template = (service, index) => [
  [
    `Der Preis für ${service} beträgt ${80 + index * 7} Euro und wird am selben Tag mit Karte bezahlt.`,
    `Was ist der Preis für ${service}?`,
  ],
  [
    `Für ${service} planen wir ${20 + index} Minuten ein; kommen Sie beim ersten Mal etwas früher.`,
    `Wie viele Minuten muss ich für ${service} einplanen?`,
  ],
  [
    `Unsere Räume für ${service} liegen im ${1 + (index % 6)}. Stock neben dem Aufzug im ${['Nordflügel', 'Südflügel', 'Ostflügel'][index % 3]!}.`,
    `In welchem Stock sind die Räume für ${service}?`,
  ],
  [
    `Termine für ${service} lassen sich bis ${2 + (index % 20)} Stunden vorher absagen, danach behalten wir die Anzahlung.`,
    `Bis wann kann ich einen Termin für ${service} absagen?`,
  ],
];

const SERVICES = {
  en: [
    'teeth whitening',
    'a root canal',
    'an eye test',
    'hearing aids',
    'sports massage',
    'a wheel alignment',
    'an oil change',
    'brake pads',
    'dog grooming',
    'a cat vaccination',
    'boiler servicing',
    'drain cleaning',
    'roof repairs',
    'window cleaning',
    'passport photos',
    'watch batteries',
    'key cutting',
    'shoe soles',
    'wedding cakes',
    'a birthday party',
    'piano lessons',
    'swimming lessons',
    'tax returns',
    'house valuations',
    'bicycle hire',
  ],
  de: [
    'Zahnreinigungen',
    'Wurzelbehandlungen',
    'Sehtests',
    'Hörgeräte',
    'Rückenmassagen',
    'Achsvermessungen',
    'Ölwechsel',
    'Bremsbeläge',
    'Hundepflege',
    'Katzenimpfungen',
    'Heizungswartungen',
    'Rohrreinigungen',
    'Dachreparaturen',
    'Fensterputzen',
    'Passbilder',
    'Uhrenbatterien',
    'Schlüsseldienste',
    'Schuhsohlen',
    'Hochzeitstorten',
    'Kindergeburtstage',
    'Klavierstunden',
    'Schwimmkurse',
    'Steuererklärungen',
    'Wertgutachten',
    'Fahrradverleih',
  ],
} as const;

const TEXTS = {
  en: { title: 'Service sheet', filler: 'We are a family business. Ask us anything, we are happy to help.' },
  de: { title: 'Leistungsblatt', filler: 'Wir sind ein Familienbetrieb. Fragen Sie uns, wir helfen gern.' },
} as const;

/** Documents in English and German about this many services, one of each kind. */
export const businessDocuments = (each: number): readonly BusinessDocument[] =>
  (['en', 'de'] as const).flatMap((language) =>
    SERVICES[language].slice(0, each).map((service, index) => {
      const facts = (language === 'en' ? ENGLISH : GERMAN)(service, index);
      const { title, filler } = TEXTS[language];
      return {
        language,
        title: `${title} ${index + 1}`,
        text: facts.map(([text], place) => `## ${place + 1}\n\n${text}\n\n${filler}`).join('\n\n'),
        questions: facts.map(([answer, question]) => ({ question, answer })),
      };
    }),
  );
