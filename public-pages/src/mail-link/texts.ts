interface ActTexts {
  readonly heading: string;
  readonly text: string;
  readonly button: string;
  readonly doneHeading: string;
  readonly done: string;
}

interface Texts {
  readonly sending: string;
  readonly verify: ActTexts;
  readonly unsubscribe: ActTexts;
  readonly brokenHeading: string;
  readonly broken: string;
  readonly busyHeading: string;
  readonly busy: string;
  readonly lostHeading: string;
  readonly lost: string;
  readonly again: string;
}

const en: Texts = {
  sending: 'One moment…',
  verify: {
    heading: 'Confirm your address',
    text: 'Press the button, and this address gets notices from now on.',
    button: 'Confirm address',
    doneHeading: 'Thank you',
    done: 'If the link is still good, your address is confirmed. A link works once, for 24 hours; an administrator can send you a new one.',
  },
  unsubscribe: {
    heading: 'Unsubscribe this address',
    text: 'Press the button, and this address gets no more emails.',
    button: 'Unsubscribe',
    doneHeading: 'Unsubscribed',
    done: 'This address gets no more emails. An administrator can ask you again.',
  },
  brokenHeading: 'This link is not complete',
  broken: 'Copy the whole link from the email, or press it there.',
  busyHeading: 'Too many tries',
  busy: 'Please wait a minute, then try again.',
  lostHeading: 'The connection was lost',
  lost: 'Check your connection, then try again.',
  again: 'Try again',
};

const de: Texts = {
  sending: 'Einen Moment…',
  verify: {
    heading: 'Adresse bestätigen',
    text: 'Drücken Sie den Knopf, und diese Adresse erhält von nun an Mitteilungen.',
    button: 'Adresse bestätigen',
    doneHeading: 'Vielen Dank',
    done: 'Wenn der Link noch gilt, ist Ihre Adresse bestätigt. Ein Link gilt einmal, 24 Stunden lang; die Verwaltung kann Ihnen einen neuen schicken.',
  },
  unsubscribe: {
    heading: 'Adresse abmelden',
    text: 'Drücken Sie den Knopf, und diese Adresse erhält keine Mails mehr.',
    button: 'Abmelden',
    doneHeading: 'Abgemeldet',
    done: 'Diese Adresse erhält keine Mails mehr. Die Verwaltung kann Sie erneut fragen.',
  },
  brokenHeading: 'Dieser Link ist unvollständig',
  broken: 'Kopieren Sie den ganzen Link aus der Mail, oder öffnen Sie ihn dort.',
  busyHeading: 'Zu viele Versuche',
  busy: 'Bitte warten Sie eine Minute und versuchen Sie es noch einmal.',
  lostHeading: 'Die Verbindung ist abgebrochen',
  lost: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  again: 'Noch einmal versuchen',
};

export const TEXTS = { en, de };
