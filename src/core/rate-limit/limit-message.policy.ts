import type { RateWindows, WindowName } from './rate-limit.decorator.js';

const WHOSE: Readonly<Record<WindowName, string>> = {
  caller: 'each caller',
  tenant: 'each client',
  project: 'each project',
  destination: 'each telephone',
};

/** Says which limits of a route are used up (requests 8.2). */
export const limitMessage = (full: readonly WindowName[], windows: RateWindows): string => {
  const limits = full.flatMap((name) => {
    const window = windows[name];
    return window ? [`${window.limit} in ${window.seconds} seconds for ${WHOSE[name]}`] : [];
  });
  return `You have reached the limit of this route: ${limits.join(', and ')}. Retry after the time in Retry-After.`;
};
