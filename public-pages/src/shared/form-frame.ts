import { el, put } from './elements.js';
import { announce } from './page-frame.js';
import type { FieldView } from './field-view.js';

export interface FormTexts {
  readonly send: string;
  readonly sending: string;
  readonly errorsHeading: string;
  readonly lostHeading: string;
  readonly lostAnswers: string;
  readonly again: string;
}

export interface Fault {
  readonly view: FieldView;
  readonly message: string;
}

/** Fields with a button, and a message above them if a field is wrong. */
export class FormFrame {
  readonly element = el('form', { novalidate: true, autocomplete: 'off' });
  private readonly group = el('fieldset');
  private readonly alert = el('div', { class: 'alert', tabindex: '-1' });
  private readonly button = el('button', { type: 'submit' });

  /**
   * @param onSubmit called for each press of the button, and for none while answers are on their
   * way
   */
  constructor(
    private readonly texts: FormTexts,
    private readonly fields: readonly FieldView[],
    onSubmit: () => void,
  ) {
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.button.hasAttribute('aria-disabled')) onSubmit();
    });
    this.group.append(...fields.map(({ element }) => element));
    this.button.textContent = texts.send;
    this.alert.hidden = true;
    this.element.append(this.alert, this.group, this.button);
  }

  /**
   * Shows the faults next to the fields and above them.
   * @returns whether there are none
   */
  showFaults(faults: readonly Fault[]): boolean {
    for (const view of this.fields) view.showError(faults.find((it) => it.view === view)?.message ?? '');
    this.alert.hidden = faults.length === 0;
    if (faults.length === 0) return true;
    put(this.alert, el('h2', {}, this.texts.errorsHeading), el('ul', {}, ...faults.map(lineOf)));
    this.alert.focus();
    return false;
  }

  /** While the answers are on their way they can be read and not changed. */
  showSending(): void {
    this.lock(true);
    this.button.setAttribute('aria-disabled', 'true');
    this.button.textContent = this.texts.sending;
    announce(this.texts.sending);
  }

  /** The same answers can be sent again, and no others. */
  showLost(heading = this.texts.lostHeading, text = this.texts.lostAnswers): void {
    this.button.removeAttribute('aria-disabled');
    this.button.textContent = this.texts.again;
    put(this.alert, el('h2', {}, heading), el('p', {}, text));
    this.alert.hidden = false;
    announce(`${heading}. ${text}`);
  }

  /** The answers can be changed. */
  showOpen(): void {
    this.lock(false);
    this.button.removeAttribute('aria-disabled');
    this.button.textContent = this.texts.send;
    announce('');
  }

  /** Removes all input from the page. */
  erase(): void {
    for (const view of this.fields) view.erase();
  }

  private lock(isLocked: boolean): void {
    this.alert.hidden = true;
    this.group.disabled = isLocked;
  }
}

/** A line that leads to its field. */
function lineOf({ view, message }: Fault): HTMLElement {
  const link = el('a', { href: '#' }, el('bdi', {}, view.label), ` – ${message}`);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    view.focus();
  });
  return el('li', {}, link);
}
