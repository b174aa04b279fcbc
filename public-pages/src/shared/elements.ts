type Attributes = Readonly<Record<string, string | boolean | undefined>>;
type Child = Node | string;

/**
 * An element. Attributes that are false or undefined are left out; text is text and never markup.
 */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  element.append(...children);
  return element;
}

/** Puts content in place of what an element held. */
export function put(element: Element, ...content: Child[]): void {
  element.textContent = '';
  element.append(...content);
}

const ICONS = {
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
  clock: 'M12 3a9 9 0 1 0 .01 0M12 7.5V12l3 2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  warning: 'M12 3a9 9 0 1 0 .01 0M12 7.5v5M12 16.4v.1',
  phone:
    'M6 4h3l1.5 4.5L8.4 10a12 12 0 0 0 5.6 5.6l1.5-2.1L20 15v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2',
} as const;

export type IconName = keyof typeof ICONS;

/** A picture whose text next to it says the same. */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** Puts values into the places `{name}` of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
