import { el, fill, icon } from '../shared/elements.js';
import { FormFrame, type Fault } from '../shared/form-frame.js';
import { announce, brand, heading, show } from '../shared/page-frame.js';
import { readAnswer } from './answer-rules.js';
import type { FormContext } from './context.js';
import { inWords, type TimeLeft } from './deadline.js';
import { viewOf } from './field-controls.js';
import type { Texts } from './texts.js';

export type Answers = Readonly<Record<string, string>>;

/** The form of a session as a person sees it. It does not handle links, keys or requests. */
export class FormView {
  readonly frame: FormFrame;
  private readonly questions;
  private readonly time = el('span');

  /**
   * @param onSubmit gets the answers, each time that a person sends and nothing is wrong with them
   */
  constructor(
    private readonly context: FormContext,
    private readonly texts: Texts,
    onSubmit: (answers: Answers) => void,
  ) {
    this.questions = context.fields.map((field, n) => ({ field, view: viewOf(field, `field-${n}`, texts) }));
    this.frame = new FormFrame(
      texts,
      this.questions.map(({ view }) => view),
      () => {
        const { answers, faults } = this.read();
        if (this.frame.showFaults(faults)) onSubmit(answers);
      },
    );
  }

  show(): void {
    const { texts } = this;
    const { business_name: business } = this.context;
    const [before = '', after = ''] = texts.intro.split('{business}');
    document.title = business;
    show(
      brand(business),
      heading(texts.heading),
      el('p', { class: 'quiet' }, before, el('bdi', {}, business), after),
      el('p', { class: 'line quiet' }, icon('clock'), this.time),
      this.frame.element,
      el('p', { class: 'line quiet' }, icon('lock'), el('span', {}, texts.promise)),
    );
  }

  /** Says how much time is left; the last minute is heard too. */
  showTime(left: TimeLeft): void {
    if (left.kind === 'over') return;
    const { texts, context } = this;
    if (left.kind === 'last-minute') announce(texts.lastMinute);
    this.time.textContent =
      left.kind === 'last-minute'
        ? texts.lastMinute
        : fill(texts.timeLeft, { time: inWords(left.minutes, context.locale) });
  }

  /** The answers by the names of their fields; an optional one without an answer is absent. */
  private read(): { answers: Answers; faults: Fault[] } {
    const answers: Record<string, string> = {};
    const faults: Fault[] = [];
    for (const { field, view } of this.questions) {
      const reading = readAnswer(field, view.typed());
      if ('error' in reading)
        faults.push({ view, message: fill(this.texts[reading.error], reading.values ?? {}) });
      else if (reading.value !== '') answers[field.name] = reading.value;
    }
    return { answers, faults };
  }
}
