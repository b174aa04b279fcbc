import { announce, showMessage, speak } from '../shared/page-frame.js';
import { directionOf, languageOf } from '../shared/languages.js';
import { after, send, whenOnline, type Outcome } from '../shared/requests.js';
import type { FormContext } from './context.js';
import { Deadline } from './deadline.js';
import { seal, type Envelope } from './envelope.js';
import { FormView, type Answers } from './form-view.js';
import { forgetLink, takeLink } from './link-token.js';
import { TEXTS, type Texts } from './texts.js';
import { isBoundTo } from './token-binding.js';

// The states of a form: not opened, open, sending, received. It sends no request before a person
// opens it, because programs that scan messages also open links. Every failure leads to the same
// message, and can be retried.

let texts: Texts = TEXTS.en;

function speakLanguageOf(locale: string): void {
  const language = languageOf(locale, TEXTS);
  texts = TEXTS[language];
  speak(language, directionOf(language));
}

/**
 * The same request may succeed later: there was no response, or many people behind one address have
 * asked.
 */
const mayComeLater = (outcome: Outcome): boolean => outcome.kind === 'lost' || outcome.status === 429;

/** @param again retries: many people may have asked, and the service does not reveal that */
function fail(again?: () => void): void {
  showMessage({
    icon: 'warning',
    mood: 'bad',
    heading: texts.failedHeading,
    text: texts.failed,
    ...(again && { button: { label: texts.again, press: again } }),
  });
}

function failForGood(): void {
  forgetLink(false);
  fail();
}

/** The wait before a refused form is sent again: 5 s, twice as long each time, at most a minute. */
const waitMs = (refusals: number): number => Math.min(60_000, 5_000 * 2 ** refusals);

function showReceived(business?: string): void {
  showMessage({
    icon: 'check',
    mood: 'good',
    heading: texts.receivedHeading,
    text: texts.received,
    ...(business === undefined ? {} : { business }),
  });
}

/** A form that is open: from its first sight to its last. */
class OpenForm {
  private readonly view: FormView;
  private readonly deadline: Deadline;
  /** Made once: a repeated request sends the same envelope, which the service takes once. */
  private envelope: Envelope | null = null;
  private refusals = 0;
  private stopWaiting = (): void => undefined;
  private hasEnded = false;

  constructor(
    private readonly token: string,
    private readonly context: FormContext,
    serverTime: number,
  ) {
    this.view = new FormView(
      context,
      texts,
      (answers) => void this.submit(answers).catch(() => this.end(failForGood)),
    );
    this.view.show();
    this.deadline = new Deadline(Date.parse(context.expires_at_utc), serverTime, (left) =>
      left.kind === 'over' ? this.end(() => this.showExpired()) : this.view.showTime(left),
    );
  }

  private async submit(answers: Answers): Promise<void> {
    this.stopWaiting();
    this.view.frame.showSending();
    this.envelope ??= await seal(answers, this.context.public_key);
    const { token, envelope } = this;
    const outcome = await send('POST', '/v1/direct-input/submit', { token, envelope });
    if (outcome.kind === 'answer' && outcome.status === 202) {
      this.end(() => showReceived(this.context.business_name));
      forgetLink(true);
    } else if (this.hasEnded) return;
    else {
      const again = (): void => void this.submit(answers);
      const { frame } = this.view;
      if (mayComeLater(outcome)) {
        frame.showLost();
        this.stopWaiting = whenOnline(again);
      } else {
        frame.showLost(texts.notSentHeading, texts.notSent);
        this.stopWaiting = after(waitMs(this.refusals++), again);
      }
    }
  }

  /** Nothing of the form is left in the page, whatever comes next. */
  private end(next: () => void): void {
    this.hasEnded = true;
    this.stopWaiting();
    this.deadline.stop();
    this.view.frame.erase();
    this.envelope = null;
    next();
  }

  private showExpired(): void {
    forgetLink(false);
    showMessage({
      icon: 'clock',
      heading: texts.expiredHeading,
      text: texts.expired,
      business: this.context.business_name,
    });
  }
}

async function open(token: string): Promise<void> {
  announce(texts.loading);
  const outcome = await send('POST', '/v1/direct-input/context', { token });
  if (mayComeLater(outcome)) return showNoConnection(token);
  if (outcome.kind === 'lost' || outcome.status !== 200) return fail(() => tryToOpen(token));
  const context = outcome.body as FormContext;
  if (!(await isBoundTo(token, context.public_key))) return failForGood();
  speakLanguageOf(context.locale);
  new OpenForm(token, context, outcome.serverTime);
}

const tryToOpen = (token: string): void => void open(token).catch(failForGood);

function showNoConnection(token: string): void {
  const again = (): void => {
    stopWaiting();
    tryToOpen(token);
  };
  const stopWaiting = whenOnline(again);
  showMessage({
    icon: 'warning',
    heading: texts.lostHeading,
    text: texts.lostForm,
    button: { label: texts.again, press: again },
  });
}

/** The page before its person opens the form, or says that this browser cannot show it. */
function showClosed(token: string): void {
  if (navigator.cookieEnabled && window.crypto?.subtle)
    showMessage({
      icon: 'lock',
      heading: texts.title,
      text: texts.opening,
      button: { label: texts.open, press: () => tryToOpen(token) },
    });
  else showMessage({ icon: 'warning', mood: 'bad', heading: texts.unableHeading, text: texts.unable });
}

speakLanguageOf(navigator.language);
// Another link in the same tab: nothing of the first one remains.
window.addEventListener('hashchange', () => location.reload());
const link = takeLink();
if (link.kind === 'token') showClosed(link.token);
else if (link.kind === 'sent') showReceived();
else failForGood();
