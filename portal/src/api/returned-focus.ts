/**
 * Puts the focus back on an element, at once or when it takes the focus again: a button is disabled
 * while its request is on its way. Does nothing once the person has gone elsewhere.
 */
export function returnFocus(to: Element | null): void {
  if (!(to instanceof HTMLElement)) return;
  const isBack = (): boolean => {
    if (!to.isConnected || document.activeElement !== document.body) return true;
    to.focus({ preventScroll: true });
    return document.activeElement === to;
  };
  if (isBack()) return;
  const observer = new MutationObserver(() => {
    if (isBack()) observer.disconnect();
  });
  observer.observe(to, { attributes: true, attributeFilter: ['disabled'] });
}
