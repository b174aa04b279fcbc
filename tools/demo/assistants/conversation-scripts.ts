export type BusinessKind = 'dental' | 'vet' | 'plumbing' | 'legal' | 'travel' | 'energy';

/** The subject of a call. It contains no names or numbers; these are added around it. */
interface Topic {
  /** Completes "Caller asked about ...". */
  readonly about: string;
  readonly request: string;
  /** Questions of the agent, each with the caller's answer. */
  readonly exchanges: readonly (readonly [question: string, answer: string])[];
}

/** Why a caller is unhappy. */
interface Grievance {
  /** Completes "The caller was unhappy: ...". */
  readonly why: string;
  /** The agent's words, and the caller's answer. */
  readonly exchange: readonly [said: string, answer: string];
}

interface Script {
  readonly greeting: string;
  readonly topics: readonly Topic[];
  readonly grievances: readonly Grievance[];
}

const topic = (
  about: string,
  request: string,
  ...exchanges: [question: string, answer: string][]
): Topic => ({
  about,
  request,
  exchanges,
});

const grievance = (why: string, ...exchange: [said: string, answer: string]): Grievance => ({
  why,
  exchange,
});

/** The scripts of the six lines of business. */
export const SCRIPTS: Readonly<Record<BusinessKind, Script>> = {
  dental: {
    greeting: 'Good day, this is the virtual receptionist of the dental rooms. How can I help?',
    topics: [
      topic(
        'a check-up and clean',
        'Hi, I would like to book a check-up and a clean.',
        ['Have you been to these rooms before?', 'Yes, about a year ago.'],
        ['Would a morning or an afternoon suit you better?', 'Mornings are easier for me.'],
      ),
      topic('a toothache', 'I have had a sore tooth since the weekend and it is getting worse.', [
        'I am sorry to hear that. Is there any swelling?',
        'A little, on the left side.',
      ]),
    ],
    grievances: [
      grievance(
        'no one had returned two earlier calls',
        'The practice will ring you back about that.',
        'That is what I was told twice this week, and no one ever rang. I am really annoyed.',
      ),
      grievance(
        'the next free appointment was two weeks away',
        'The next free appointment is in two weeks.',
        'Two weeks? I cannot wait two weeks with this. That is not good enough.',
      ),
    ],
  },
  vet: {
    greeting: 'Hello, you have reached the clinic line. What can I do for you and your animal?',
    topics: [
      topic(
        'a vaccination for a dog',
        'I think my dog is due for the yearly needle.',
        ['How old is the dog now?', 'Four in the spring.'],
        ['Would a weekday suit you?', 'Any day after work.'],
      ),
      topic('a cat that is not eating', 'My cat has not touched her food since yesterday.', [
        'Is she drinking water?',
        'A bit, yes.',
      ]),
    ],
    grievances: [
      grievance(
        'the last bill was higher than the quote',
        'The visit costs the same as last time.',
        'Last time it was double the quote, and no one told me before. That made me angry.',
      ),
      grievance(
        'the clinic had cancelled the visit at the last minute',
        'I can see that your last visit was cancelled.',
        'By you, an hour before it, and I had taken the day off. I am quite upset about that.',
      ),
    ],
  },
  plumbing: {
    greeting: 'Dispatch here, the automated assistant speaking. What is going on?',
    topics: [
      topic(
        'a burst pipe',
        'There is water coming through the laundry wall.',
        ['Were you able to turn the main off?', 'Yes, it has slowed down.'],
        ['Is there water near any power points?', 'No, luckily not.'],
      ),
      topic('a quote for a bathroom', 'I would like somebody to quote on a new bathroom.', [
        'When would you like the work to start?',
        'In a couple of months.',
      ]),
    ],
    grievances: [
      grievance(
        'the plumber had not come at the agreed time',
        'A plumber was booked for you this morning.',
        'I waited at home until noon and no one came. I am fed up with this.',
      ),
      grievance(
        'the same leak had been repaired a week ago',
        'I see a repair at your address last week.',
        'Yes, of the same leak, and it drips again. I paid for nothing.',
      ),
    ],
  },
  legal: {
    greeting: 'Thank you for calling. I am the automated intake assistant. What is your matter about?',
    topics: [
      topic(
        'a lease dispute',
        'My landlord will not return the bond.',
        ['When did the lease end?', 'At the end of last month.'],
        ['Do you have the condition report?', 'Yes, and photographs.'],
      ),
      topic('a will', 'I would like to have a will drawn up.', [
        'Do you have a will at present?',
        'An old one, before the children.',
      ]),
    ],
    grievances: [
      grievance(
        'no one had answered the documents for a month',
        'Your documents reached us last month.',
        'A month, and not a word since. I feel that no one is looking at my case.',
      ),
      grievance(
        'the fee was not explained before',
        'The first meeting has a fee.',
        'No one said a word about a fee the first time. I do not like to be surprised like that.',
      ),
    ],
  },
  travel: {
    greeting: 'Kia ora, you are through to the travel assistant. Where can we take you?',
    topics: [
      topic(
        'a holiday booking',
        'We are looking for a week somewhere warm in the school holidays.',
        ['How many of you are travelling?', 'Two adults and two children.'],
        ['Are the dates fixed?', 'A day or two either way is fine.'],
      ),
      topic('a cancelled flight', 'Our flight was cancelled and we need another one.', [
        'Would tomorrow morning do?',
        'If there is nothing tonight.',
      ]),
    ],
    grievances: [
      grievance(
        'the refund had not come after six weeks',
        'The refund was approved in the spring.',
        'Six weeks ago, and there is no money yet. I am tired of calling about it.',
      ),
      grievance(
        'the booking had been changed without a word',
        'The booking was moved to the later flight.',
        'Without asking us? That ruins our first day. I am very disappointed.',
      ),
    ],
  },
  energy: {
    greeting: 'Hello, this is the energy assistant. Are you calling about an outage or about your account?',
    topics: [
      topic('a power outage', 'The whole street has been dark for an hour.', [
        'Did you see or hear anything before it went out?',
        'A loud bang from the corner.',
      ]),
      topic(
        'a high bill',
        'My bill is twice what it was last quarter.',
        ['Was the meter read or estimated?', 'It says estimated.'],
        ['Would you like to pay in instalments?', 'That would help.'],
      ),
    ],
    grievances: [
      grievance(
        'the same fault had been reported twice before',
        'I see an earlier report from your street.',
        'Two of them are mine, and still nothing has happened. This is hopeless.',
      ),
      grievance(
        'an estimated bill had been charged although the meter was read',
        'The last bill was an estimate.',
        'The meter was read, I was there. You charge me for what I never used, and that is unfair.',
      ),
    ],
  },
};
