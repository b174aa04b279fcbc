import { useEffect, useRef, type KeyboardEvent as TypedKey } from 'react';

/** Whether a person is typing into an input. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * A single key that is meant for the page: neither typed into a field nor pressed with another key.
 */
export const isPageKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !isTyping(event.target);

/** Registers single-key shortcuts of a page while it is shown. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    // The first key of a sequence, such as g, waits for the next one.
    let before = '';
    const press = (event: KeyboardEvent): void => {
      const isSecond = before === 'g';
      before = event.key;
      if (isPageKey(event) && !isSecond) current.current[event.key]?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Control and Enter submit the form from a text area, where Enter alone starts a new line. */
export function sendByKey(event: TypedKey<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
