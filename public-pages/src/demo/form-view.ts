import { el, fill } from '../shared/elements.js';
import { box, fieldView, type Control, type FieldView } from '../shared/field-view.js';
import { FormFrame, type Fault } from '../shared/form-frame.js';
import { heading, show } from '../shared/page-frame.js';
import { readPhone } from './phone-rules.js';
import type { Texts } from './texts.js';

/** The names of countries in a language: 'Australia and New Zealand'. */
function namesOf(countries: readonly string[], language: string): string {
  try {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return new Intl.ListFormat(language).format(countries.map((code) => names.of(code) ?? code));
  } catch {
    // Browsers before 2020 know no names: they show the codes.
    return countries.join(', ');
  }
}

function consentBox(id: string, words: string): Control {
  const input = el('input', { type: 'checkbox', id });
  return {
    described: input,
    typed: () => (input.checked ? 'yes' : ''),
    focus: () => input.focus(),
    erase: () => (input.checked = false),
    build: (_, notes) =>
      el(
        'div',
        { class: 'field' },
        ...notes,
        el('label', { class: 'pick consent' }, input, el('span', { dir: 'auto' }, words)),
      ),
  };
}

/** The form of the demo. It does not handle challenges or requests. */
export class DemoFormView {
  readonly frame: FormFrame;
  private readonly phone: FieldView;
  private readonly consent: FieldView;

  /**
   * @param words of the consent, and the countries that are called
   * @param onSubmit gets a number, each time that a person sends and nothing is wrong
   */
  constructor(
    private readonly texts: Texts,
    language: string,
    words: { readonly consent: string; readonly countries: readonly string[] },
    onSubmit: (phone: string) => void,
  ) {
    const input = el('input', { type: 'tel', inputmode: 'tel', autocomplete: 'tel', dir: 'ltr' });
    this.phone = fieldView('phone', box('phone', input), {
      label: texts.phone,
      isRequired: true,
      hint: fill(texts.hintPhone, { countries: namesOf(words.countries, language) }),
    });
    this.consent = fieldView('consent', consentBox('consent', words.consent), {
      label: texts.consent,
      isRequired: true,
      hint: '',
    });
    this.frame = new FormFrame(texts, [this.phone, this.consent], () => {
      const phone = readPhone(this.phone.typed());
      const faults: Fault[] = [];
      if (phone === null) faults.push({ view: this.phone, message: texts.errorPhone });
      if (this.consent.typed() === '') faults.push({ view: this.consent, message: texts.errorConsent });
      if (this.frame.showFaults(faults) && phone !== null) onSubmit(phone);
    });
  }

  show(): void {
    const { texts } = this;
    document.title = texts.title;
    show(heading(texts.heading), el('p', { class: 'quiet' }, texts.intro), this.frame.element);
  }

  /** The service does not take the number for one. */
  showWrongPhone(): void {
    this.frame.showOpen();
    this.frame.showFaults([{ view: this.phone, message: this.texts.errorPhone }]);
  }
}
