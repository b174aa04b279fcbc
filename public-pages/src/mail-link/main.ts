import { directionOf, languageOf } from '../shared/languages.js';
import { announce, showMessage, speak } from '../shared/page-frame.js';
import { send } from '../shared/requests.js';
import { readLink, type MailLink } from './link.js';
import { TEXTS } from './texts.js';

const language = languageOf(navigator.language, TEXTS);
const texts = TEXTS[language];

/** Opening the page sends nothing: programs that scan mails open links but press no buttons. */
function ask(link: MailLink): void {
  const { heading, text, button } = texts[link.act];
  showMessage({
    icon: link.act === 'verify' ? 'check' : 'lock',
    heading,
    text,
    button: { label: button, press: () => void press(link) },
  });
}

async function press(link: MailLink): Promise<void> {
  announce(texts.sending);
  const outcome = await send('POST', `/v1/email-routing/${link.act}`, { token: link.token });
  const again = { label: texts.again, press: () => void press(link) };
  const { doneHeading, done } = texts[link.act];
  if (outcome.kind === 'lost')
    showMessage({ icon: 'warning', heading: texts.lostHeading, text: texts.lost, button: again });
  else if (outcome.status === 200)
    showMessage({ icon: 'check', mood: 'good', heading: doneHeading, text: done });
  else showMessage({ icon: 'clock', heading: texts.busyHeading, text: texts.busy, button: again });
}

speak(language, directionOf(language));
const link = readLink(window.location.hash);
if (link) ask(link);
else showMessage({ icon: 'warning', heading: texts.brokenHeading, text: texts.broken });
