import { useEffect } from 'react';

/** An element with the focus, and its ancestors, each with the position of its child. */
interface Held {
  readonly element: Element;
  /** The dialog or menu that contains it. */
  readonly overlay: Element | null;
  readonly path: readonly { readonly ancestor: Element; readonly place: number }[];
}

const CONTROLS = 'a[href], button, input, select, textarea, [role="tab"]';

const OVERLAYS = '[role="dialog"], [role="menu"]';

/** A button that waits for an answer. */
const LOADING = '[data-loading]';

const isUsable = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled, [data-disabled]');

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

function heldOf(element: Element): Held {
  const path: { ancestor: Element; place: number }[] = [];
  for (let child = element; child.parentElement !== null; child = child.parentElement)
    path.push({ ancestor: child.parentElement, place: [...child.parentElement.children].indexOf(child) });
  return { element, overlay: element.closest(OVERLAYS), path };
}

/** Whether one of the elements, or a control in it, has taken the focus. */
function takes(elements: readonly Element[]): boolean {
  for (const element of elements) {
    const controls = [...(element.matches(CONTROLS) ? [element] : []), ...element.querySelectorAll(CONTROLS)];
    for (const control of controls) {
      if (control.getAttribute('tabindex') === '-1') continue;
      // An element that is not shown cannot take the focus.
      if (control instanceof HTMLElement) control.focus({ preventScroll: true });
      if (!isLost()) return true;
    }
  }
  return false;
}

/** The next control at the place of the removed one, else the one before; false if the path is gone up to `end`. */
function takesNear({ path }: Held, end: Element): boolean {
  for (const { ancestor, place } of path) {
    if (ancestor === end || ancestor === document.body) return false;
    if (!ancestor.isConnected) continue;
    const children = [...ancestor.children];
    if (takes(children.slice(place)) || takes(children.slice(0, place).toReversed())) return true;
  }
  return false;
}

/**
 * Moves the focus on when the control that has it is removed, such as a button that ends with its
 * click or a row that leaves the list: to the control in its place, else to the one before it, else
 * to the page. The same goes for a button that stays disabled after its answer. A control that is
 * only disabled for a moment gets the focus back when it is enabled again.
 * @param id of the element with the page
 */
export function useRescuedFocus(id: string): void {
  useEffect(() => {
    let held: Held | undefined;
    let heldInPage: Held | undefined;
    /** A button that has waited for an answer. */
    let waited: Element | undefined;
    let due: number | undefined;
    const keep = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      held = heldOf(target);
      if (held.overlay === null && document.getElementById(id)?.contains(target)) heldInPage = held;
    };
    // A click outside of all controls removes the focus on purpose.
    const leave = ({ target, relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) return;
      queueMicrotask(() => {
        if (held?.element === target && isLost() && isUsable(target as Element)) held = undefined;
      });
    };
    const rescue = (): void => {
      due = undefined;
      const page = document.getElementById(id);
      if (!held || !page || !isLost()) return;
      const { element } = held;
      if (element.isConnected && isUsable(element)) {
        if (element instanceof HTMLElement) element.focus({ preventScroll: true });
        return;
      }
      // A control that is disabled for a moment becomes enabled again; a button that stays disabled
      // does not.
      if (element.isConnected && (element !== waited || element.matches(LOADING))) return;
      if (!held.overlay && takesNear(held, page)) return;
      if (held.overlay?.isConnected && takesNear(held, held.overlay)) return;
      // A dialog or menu has closed, and may have removed the control that opened it.
      if (heldInPage && isUsable(heldInPage.element) && takes([heldInPage.element])) return;
      if (heldInPage && takesNear(heldInPage, page)) return;
      page.focus({ preventScroll: true });
    };
    // After effects and dialogs that move the focus themselves.
    const changes = new MutationObserver(() => {
      if (held?.element.matches(LOADING)) waited = held.element;
      if (held && isLost()) due ??= window.setTimeout(rescue);
    });
    document.addEventListener('focusin', keep);
    document.addEventListener('focusout', leave);
    changes.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'data-loading'],
    });
    return () => {
      window.clearTimeout(due);
      changes.disconnect();
      document.removeEventListener('focusin', keep);
      document.removeEventListener('focusout', leave);
    };
  }, [id]);
}
