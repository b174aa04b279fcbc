import { el, icon, put } from './elements.js';

/** One question on a page. */
export interface FieldView {
  readonly element: HTMLElement;
  readonly label: string;
  readonly typed: () => string;
  readonly focus: () => void;
  /** Shows the fault next to the question, or nothing. */
  readonly showError: (message: string) => void;
  readonly erase: () => void;
}

/** The control for an answer: a box, a list or a group of choices. */
export interface Control extends Pick<FieldView, 'typed' | 'focus' | 'erase'> {
  /** Carries the descriptions, and whether the answer is wrong. */
  readonly described: HTMLElement;
  /** Puts it together with its title, and with its hint and its error. */
  readonly build: (title: readonly HTMLElement[], notes: readonly HTMLElement[]) => HTMLElement;
}

/** A control of one line. */
export function box(id: string, element: HTMLInputElement | HTMLSelectElement): Control {
  element.id = id;
  element.className = 'box';
  return {
    described: element,
    typed: () => element.value,
    focus: () => element.focus(),
    erase: () => (element.value = ''),
    build: (title, notes) =>
      el('div', { class: 'field' }, el('label', { for: id }, ...title), ...notes, element),
  };
}

/** @param words the label, whether an answer is required, and a hint or the empty string */
export function fieldView(
  id: string,
  control: Control,
  words: {
    readonly label: string;
    readonly isRequired: boolean;
    readonly note?: string;
    readonly hint: string;
  },
): FieldView {
  const { described } = control;
  const hint = el('p', { class: 'hint', id: `${id}-hint` }, words.hint);
  const error = el('p', { class: 'error', id: `${id}-error` });
  const title = [el('bdi', {}, words.label)];
  if (words.note) title.push(el('span', { class: 'note' }, ` (${words.note})`));
  const showError = (message: string): void => {
    put(error, ...(message === '' ? [] : [icon('warning'), el('span', {}, message)]));
    described.setAttribute('aria-invalid', String(message !== ''));
    const notes = [error, hint].filter((it) => it.textContent !== '');
    for (const it of [error, hint]) it.hidden = notes.indexOf(it) < 0;
    if (notes.length > 0) described.setAttribute('aria-describedby', notes.map((it) => it.id).join(' '));
    else described.removeAttribute('aria-describedby');
  };
  if (words.isRequired) described.setAttribute('aria-required', 'true');
  showError('');
  return {
    element: control.build(title, [hint, error]),
    label: words.label,
    typed: control.typed,
    focus: control.focus,
    erase: control.erase,
    showError,
  };
}
