/** A question as callers ask it. */
export interface EverydayQuestion {
  readonly question: string;
  /** A part of the passage that answers it; null: none of the documents does. */
  readonly answer: string | null;
}

const ANSWERED: readonly (readonly [question: string, answer: string])[] = [
  ['How much do I have to pay if I want my teeth whitened?', 'charge for teeth whitening'],
  ['I need a root canal, how many minutes does that usually take?', 'minutes for a root canal'],
  ['Hi, could you tell me which level I have to go to for the eye test?', 'For an eye test we work'],
  ['My dad needs new hearing aids, what do you charge for them?', 'charge for hearing aids'],
  [
    'Can I still cancel my sports massage tomorrow or do I lose the deposit?',
    'Appointments for sports massage',
  ],
  ['What would a wheel alignment cost me and can I pay by card?', 'charge for a wheel alignment'],
  ['How long should I plan for an oil change if I come by after work?', 'minutes for an oil change'],
  ['Where exactly do I go when I get my brake pads done?', 'For brake pads we work'],
  ["What's the charge for getting my dog groomed?", 'charge for dog grooming'],
  [
    'Until when can I call off the cat vaccination without losing my deposit?',
    'Appointments for a cat vaccination',
  ],
  ["We'd like to have our boiler serviced, how many minutes will you need?", 'minutes for boiler servicing'],
  ['How much is it to get my drain cleaned, roughly?', 'charge for drain cleaning'],
  ["I'm picking up my passport photos later, which level was it again?", 'For passport photos we work'],
  [
    "How late can I cancel if my daughter is sick and can't make her piano lesson?",
    'Appointments for piano lessons',
  ],
  ['How many minutes are the swimming lessons for my two kids?', 'minutes for swimming lessons'],
  ['Was muss ich denn bezahlen, wenn ich eine Zahnreinigung machen lasse?', 'Der Preis für Zahnreinigungen'],
  ['Wie viele Minuten dauert so eine Wurzelbehandlung bei Ihnen?', 'Für Wurzelbehandlungen planen'],
  ['In welchen Stock muss ich eigentlich für meinen Sehtest?', 'Räume für Sehtests'],
  ['Mein Vater braucht neue Hörgeräte, was ist denn da der Preis?', 'Der Preis für Hörgeräte'],
  ['Kann ich den Termin für meine Rückenmassage morgen noch absagen?', 'Termine für Rückenmassagen'],
  ['Was kostet mich eine Achsvermessung, wenn ich morgen vorbeikomme?', 'Der Preis für Achsvermessungen'],
  ['Wie viel Zeit muss ich für einen Ölwechsel einplanen?', 'Für Ölwechsel planen'],
  ['Wo finde ich Ihre Räume, wenn ich die Bremsbeläge wechseln lassen will?', 'Räume für Bremsbeläge'],
  ['Ich möchte gern wissen, was der Preis für die Hundepflege ist.', 'Der Preis für Hundepflege'],
  [
    'Bis wann kann ich die Katzenimpfung absagen, ohne die Anzahlung zu verlieren?',
    'Termine für Katzenimpfungen',
  ],
  ['Guten Tag, wie lange brauchen Sie ungefähr für eine Heizungswartung?', 'Für Heizungswartungen planen'],
  ['Kann ich die Rohrreinigung gleich mit Karte bezahlen?', 'Der Preis für Rohrreinigungen'],
  ['Wir wollen Passbilder machen lassen, in welchem Stock sind Sie da?', 'Räume für Passbilder'],
  ['Meine Tochter ist krank, kann ich die Klavierstunde heute noch absagen?', 'Termine für Klavierstunden'],
  ['Wie viele Minuten geht denn der Schwimmkurs für meine zwei Kinder?', 'Für Schwimmkurse planen'],
];

const UNANSWERED: readonly string[] = [
  "Is there somewhere I can park my car while I'm with you?",
  'Do you have a wheelchair ramp at the entrance?',
  'What are your opening hours on a Sunday?',
  'Could you send me a copy of my last invoice by email?',
  'How much do you charge for a haircut?',
  'Do you take my private health insurance?',
  'Can I bring my dog into the waiting room?',
  'Is the whitening gel safe during pregnancy?',
  'Do you rent out electric scooters as well?',
  'Who is the dentist that treated my son last year?',
  'Which brand of oil do you use for diesel engines?',
  'Do you offer a student discount on piano lessons?',
  'Are your wedding cakes available without gluten?',
  "What's the wifi password for guests?",
  'Can I speak with someone about a complaint?',
  'Gibt es bei Ihnen einen Parkplatz, wo ich das Auto abstellen kann?',
  'Haben Sie sonntags auch geöffnet?',
  'Können Sie mir die letzte Rechnung noch einmal per Mail schicken?',
  'Was ist der Preis für einen Haarschnitt?',
  'Übernimmt die Krankenkasse die Kosten für eine Brille?',
  'Darf ich meinen Hund mit ins Wartezimmer nehmen?',
  'Ist das Bleichmittel bei einer Schwangerschaft gefährlich?',
  'Verleihen Sie auch Motorroller oder Autos?',
  'Wie heißt der Zahnarzt, der meinen Sohn letztes Jahr behandelt hat?',
  'Welches Öl nehmen Sie denn bei einem Dieselmotor?',
  'Gibt es für Studenten einen Rabatt auf die Klavierstunden?',
  'Haben Sie Hochzeitstorten auch ohne Gluten?',
  'Ich habe meine Jacke bei Ihnen vergessen, wurde sie abgegeben?',
  'Mit welcher Straßenbahn komme ich am besten zu Ihnen?',
  'Kann ich mich bei jemandem über eine Mitarbeiterin beschweren?',
];

/** Questions about the business of `businessDocuments`, with words that its documents do not have. */
export const EVERYDAY_QUESTIONS: readonly EverydayQuestion[] = [
  ...ANSWERED.map(([question, answer]) => ({ question, answer })),
  ...UNANSWERED.map((question) => ({ question, answer: null })),
];
