import './page.css';
import { el, icon, put, type IconName } from './elements.js';

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element '${id}'`);
  return element;
}

/** The message that a page shows instead of its form. */
export interface Message {
  readonly icon: IconName;
  readonly mood?: 'good' | 'bad';
  readonly heading: string;
  readonly text: string;
  /** Shown above the message, if known. */
  readonly business?: string;
  readonly button?: { readonly label: string; readonly press: () => void };
}

/** The name of the business, in the direction of its own script. */
export function brand(business: string): HTMLElement {
  const [initial = ''] = business.trim();
  return el(
    'p',
    { class: 'brand' },
    el('span', { 'aria-hidden': 'true' }, initial.toLocaleUpperCase()),
    el('bdi', {}, business),
  );
}

/**
 * A heading that takes the focus when its page comes into view, so that screen readers begin there.
 */
export const heading = (text: string): HTMLHeadingElement => el('h1', { tabindex: '-1' }, text);

export function announce(text: string): void {
  byId('announcer').textContent = text;
}

/** Sets language and direction of the document. */
export function speak(language: string, direction: 'ltr' | 'rtl'): void {
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
}

/** Replaces the content of the page, and announces its heading. */
export function show(...content: HTMLElement[]): void {
  put(byId('page'), ...content);
  // A screen reader could still find the announcement of the last content, which is no longer true.
  announce('');
  document.querySelector('h1')?.focus();
  window.scrollTo(0, 0);
}

export function showMessage(message: Message): void {
  const content: HTMLElement[] = [
    el('div', { class: `mark ${message.mood ?? ''}` }, icon(message.icon)),
    heading(message.heading),
    el('p', {}, message.text),
  ];
  if (message.business) content.unshift(brand(message.business));
  if (message.button) {
    const { label, press } = message.button;
    const button = el('button', { type: 'button' }, label);
    button.addEventListener('click', () => {
      button.disabled = true;
      press();
    });
    content.push(button);
  }
  document.title = message.heading;
  show(...content);
}
