import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { endStepUp, setFactorDue } from '../api/step-up';
import { queries } from '../data/queries';
import './portal';

// Mantine uses them, and jsdom lacks them.
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);
// Growing text areas measure themselves again once fonts are loaded.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
// Node's own Request does not resolve paths against the page's address.
const PlainRequest = Request;
vi.stubGlobal(
  'Request',
  class extends PlainRequest {
    constructor(input: string | URL | Request, init?: RequestInit) {
      super(input instanceof PlainRequest ? input : new URL(input, window.location.href), init);
    }
  },
);
Element.prototype.scrollIntoView = () => undefined;

// Long enough for a busy machine.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  // Messages outlive the page that showed them, as in a browser.
  notifications.clean();
  notifications.cleanQueue();
  endStepUp(false);
  setFactorDue(false);
  queries.clear();
  sessionStorage.clear();
});
