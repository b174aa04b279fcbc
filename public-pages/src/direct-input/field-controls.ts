import { el, fill } from '../shared/elements.js';
import { box, fieldView, type Control, type FieldView } from '../shared/field-view.js';
import type { Field } from './context.js';
import type { Texts } from './texts.js';

// More than these are easier to choose from a list.
const MOST_RADIOS = 5;

const INPUTS: Readonly<Record<Exclude<Field['kind'], 'choice'>, Readonly<Record<string, string>>>> = {
  text: { type: 'text', autocomplete: 'off', dir: 'auto' },
  digits: { type: 'text', inputmode: 'numeric', autocomplete: 'off', dir: 'ltr' },
  email: {
    type: 'email',
    inputmode: 'email',
    autocomplete: 'email',
    autocapitalize: 'off',
    spellcheck: 'false',
    dir: 'ltr',
  },
  date: { type: 'date', autocomplete: 'off' },
};

function radios(id: string, { choices = [], required }: Field, texts: Texts): Control {
  const group = el('fieldset', { class: 'field', role: 'radiogroup' });
  const rows: HTMLElement[] = [];
  const addChoice = (value: string, words: string): HTMLInputElement => {
    const input = el('input', { type: 'radio', name: id, value });
    rows.push(el('label', { class: 'pick' }, input, el('bdi', {}, words)));
    return input;
  };
  const inputs = choices.map((words) => addChoice(words, words));
  // A radio button cannot be taken back.
  if (!required) inputs.push(addChoice('', texts.noAnswer));
  const chosen = (): HTMLInputElement | undefined => inputs.find((input) => input.checked);
  return {
    described: group,
    typed: () => chosen()?.value ?? '',
    focus: () => (chosen() ?? inputs[0])?.focus(),
    erase: () => inputs.forEach((input) => (input.checked = false)),
    build: (title, notes) => {
      group.append(el('legend', {}, ...title), ...notes, ...rows);
      return group;
    },
  };
}

function list(id: string, { choices = [], required }: Field, texts: Texts): Control {
  const first = el('option', { value: '' }, required ? texts.choose : texts.noAnswer);
  const options = choices.map((words) => el('option', { value: words }, words));
  return box(id, el('select', { autocomplete: 'off' }, first, ...options));
}

function controlOf(id: string, field: Field, texts: Texts): Control {
  if (field.kind !== 'choice') return box(id, el('input', INPUTS[field.kind]));
  return (field.choices ?? []).length > MOST_RADIOS ? list(id, field, texts) : radios(id, field, texts);
}

function hintOf({ kind, max_length: max }: Field, { described }: Control, texts: Texts): string {
  if (kind === 'digits') return fill(texts.hintDigits, { max });
  if (kind === 'email') return texts.hintEmail;
  // A browser without a field for dates shows one for text.
  return kind === 'date' && (described as HTMLInputElement).type !== 'date' ? texts.hintDate : '';
}

export function viewOf(field: Field, id: string, texts: Texts): FieldView {
  const control = controlOf(id, field, texts);
  return fieldView(id, control, {
    label: field.label,
    isRequired: field.required,
    note: field.required ? texts.required : texts.optional,
    hint: hintOf(field, control, texts),
  });
}
