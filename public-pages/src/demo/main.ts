import type { Challenge } from 'altcha-lib';
import { directionOf, languageOf } from '../shared/languages.js';
import { announce, showMessage, speak } from '../shared/page-frame.js';
import { send } from '../shared/requests.js';
import { DemoFormView } from './form-view.js';
import { solve } from './proof-of-work.js';
import { TEXTS } from './texts.js';

/** What the service says before a call: GET /v1/public/demo/dial-me/challenge. */
interface Offer {
  readonly challenge: Challenge;
  readonly consent: { readonly version: string; readonly text: string };
  readonly countries: readonly string[];
}

const language = languageOf(navigator.language, TEXTS);
const texts = TEXTS[language];

/**
 * Asks for a challenge and shows the form. Input from before a refusal is cleared, because it may
 * be the reason.
 */
async function begin(): Promise<void> {
  announce(texts.loading);
  const outcome = await send('GET', '/v1/public/demo/dial-me/challenge');
  if (outcome.kind === 'lost') return showNoForm();
  if (outcome.status !== 200) return showNotNow();
  open(outcome.body as Offer);
}

/** One text for every refusal: the service gives no reason. */
function showNotNow(): void {
  showMessage({
    icon: 'clock',
    heading: texts.notNowHeading,
    text: texts.notNow,
    button: { label: texts.back, press: () => void begin() },
  });
}

function showNoForm(): void {
  showMessage({
    icon: 'warning',
    heading: texts.lostHeading,
    text: texts.lostForm,
    button: { label: texts.again, press: () => void begin() },
  });
}

function open({ challenge, consent, countries }: Offer): void {
  // The work is done while the person types.
  const proof = solve(challenge).catch(() => null);
  const form = new DemoFormView(
    texts,
    language,
    { consent: consent.text, countries },
    (phone) => void submit(phone),
  );
  form.show();

  async function submit(phone: string): Promise<void> {
    form.frame.showSending();
    const solved = await proof;
    if (solved === null) return showNoForm();
    const outcome = await send('POST', '/v1/public/demo/dial-me', {
      phone,
      consent: { accepted: true, version: consent.version },
      challenge: solved,
    });
    if (outcome.kind === 'lost') form.frame.showLost();
    else if (outcome.status === 202)
      showMessage({ icon: 'phone', mood: 'good', heading: texts.callingHeading, text: texts.calling });
    else if (outcome.status === 422) form.showWrongPhone();
    else showNotNow();
  }
}

speak(language, directionOf(language));
document.title = texts.title;
void begin();
