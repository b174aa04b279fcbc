export type BusinessKind = 'dental' | 'vet' | 'plumbing' | 'legal' | 'travel' | 'energy';

/** What a call may be about. Names and numbers stand in none of it; they are put in around it. */
interface Topic {
  /** "Caller asked about ..." */
  readonly about: string;
  readonly request: string;
  /** Questions of the agent, each with the caller's answer. */
  readonly exchanges: readonly (readonly [question: string, answer: string])[];
}

interface Script {
  readonly greeting: string;
  readonly topics: readonly Topic[];
}

/** The scripts of the six lines of business. */
export const SCRIPTS: Readonly<Record<BusinessKind, Script>> = {
  dental: {
    greeting: 'Good day, this is the virtual receptionist of the dental rooms. How can I help?',
    topics: [
      {
        about: 'a check-up and clean',
        request: 'Hi, I would like to book a check-up and a clean.',
        exchanges: [
          ['Have you been to these rooms before?', 'Yes, about a year ago.'],
          ['Would a morning or an afternoon suit you better?', 'Mornings are easier for me.'],
          ['Is there any tooth that troubles you at the moment?', 'No, it is just the regular one.'],
        ],
      },
      {
        about: 'a toothache',
        request: 'I have had a sore tooth since the weekend and it is getting worse.',
        exchanges: [
          ['I am sorry to hear that. Is there any swelling?', 'A little, on the left side.'],
          ['Are you taking anything for the pain?', 'Just what I had in the cupboard.'],
        ],
      },
      {
        about: 'moving an appointment',
        request: 'I need to move my appointment, something came up at work.',
        exchanges: [
          ['Which day would you like instead?', 'Later in the week would be good.'],
          ['Is any dentist fine?', 'I would rather keep the one I had.'],
        ],
      },
    ],
  },
  vet: {
    greeting: 'Hello, you have reached the clinic line. What can I do for you and your animal?',
    topics: [
      {
        about: 'a vaccination for a dog',
        request: 'I think my dog is due for the yearly needle.',
        exchanges: [
          ['How old is the dog now?', 'Four in the spring.'],
          ['Any trouble after the last vaccination?', 'None at all.'],
          ['Would a weekday suit you?', 'Any day after work.'],
        ],
      },
      {
        about: 'a cat that is not eating',
        request: 'My cat has not touched her food since yesterday.',
        exchanges: [
          ['Is she drinking water?', 'A bit, yes.'],
          ['Has anything changed at home?', 'We moved last week.'],
        ],
      },
      {
        about: 'a repeat prescription',
        request: 'Could I get more of the tablets we had last time?',
        exchanges: [['Is the animal doing well on them?', 'Much better, thanks.']],
      },
    ],
  },
  plumbing: {
    greeting: 'Dispatch here, the automated assistant speaking. What is going on?',
    topics: [
      {
        about: 'a burst pipe',
        request: 'There is water coming through the laundry wall.',
        exchanges: [
          ['Were you able to turn the main off?', 'Yes, it has slowed down.'],
          ['Is there water near any power points?', 'No, luckily not.'],
          ['Is somebody at the property now?', 'I am here until late.'],
        ],
      },
      {
        about: 'a hot water system',
        request: 'We have had no hot water since this morning.',
        exchanges: [
          ['Is it gas or electric?', 'Gas, I think.'],
          ['Does the pilot light stay on?', 'It goes out after a minute.'],
        ],
      },
      {
        about: 'a quote for a bathroom',
        request: 'I would like somebody to quote on a new bathroom.',
        exchanges: [['When would you like the work to start?', 'In a couple of months.']],
      },
    ],
  },
  legal: {
    greeting: 'Thank you for calling. I am the automated intake assistant. What is your matter about?',
    topics: [
      {
        about: 'a lease dispute',
        request: 'My landlord will not return the bond.',
        exchanges: [
          ['When did the lease end?', 'At the end of last month.'],
          ['Do you have the condition report?', 'Yes, and photographs.'],
          ['Has the landlord answered in writing?', 'Only once, to say no.'],
        ],
      },
      {
        about: 'a will',
        request: 'I would like to have a will drawn up.',
        exchanges: [
          ['Do you have a will at present?', 'An old one, before the children.'],
          ['Is there property in more than one state?', 'No, only here.'],
        ],
      },
      {
        about: 'an employment matter',
        request: 'I was let go and I do not think it was fair.',
        exchanges: [['When did that happen?', 'Ten days ago.']],
      },
    ],
  },
  travel: {
    greeting: 'Kia ora, you are through to the travel assistant. Where can we take you?',
    topics: [
      {
        about: 'a holiday booking',
        request: 'We are looking for a week somewhere warm in the school holidays.',
        exchanges: [
          ['How many of you are travelling?', 'Two adults and two children.'],
          ['Do you have a budget in mind?', 'Something in the middle.'],
          ['Are the dates fixed?', 'A day or two either way is fine.'],
        ],
      },
      {
        about: 'a cancelled flight',
        request: 'Our flight was cancelled and we need another one.',
        exchanges: [
          ['Is everybody on the same booking?', 'Yes, all three of us.'],
          ['Would tomorrow morning do?', 'If there is nothing tonight.'],
        ],
      },
      {
        about: 'a change of name on a ticket',
        request: 'There is a spelling mistake on one of our tickets.',
        exchanges: [['Is it the first or the family name?', 'The family name.']],
      },
    ],
  },
  energy: {
    greeting: 'Hello, this is the energy assistant. Are you calling about an outage or about your account?',
    topics: [
      {
        about: 'a power outage',
        request: 'The whole street has been dark for an hour.',
        exchanges: [
          ['Did you see or hear anything before it went out?', 'A loud bang from the corner.'],
          ['Does anybody at home depend on medical equipment?', 'No, nobody.'],
        ],
      },
      {
        about: 'a high bill',
        request: 'My bill is twice what it was last quarter.',
        exchanges: [
          ['Have you added any large appliances?', 'An air conditioner in the spare room.'],
          ['Was the meter read or estimated?', 'It says estimated.'],
          ['Would you like to pay in instalments?', 'That would help.'],
        ],
      },
      {
        about: 'moving house',
        request: 'We are moving and need the power changed over.',
        exchanges: [['On which day do you get the keys?', 'On the first of next month.']],
      },
    ],
  },
};
