import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '../theme/portal.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { changeLanguage, setUpTexts, type Language } from '../texts/texts';
import { resolveVariables, theme } from '../theme/theme';
import { Frames } from './Frames';
import { Gallery } from './Gallery';
import { seedResponses } from './samples';

/**
 * Every part in every state, only for the dev server: the build includes `index.html` and not
 * `parts.html`, and nothing imports this folder.
 */
const view = new URLSearchParams(window.location.search);
const scheme = view.get('scheme') === 'dark' ? 'dark' : 'light';
const language = view.get('language') as Language | null;

await setUpTexts();
if (language) await changeLanguage(language);

const router = createRouter({
  // A position in a list, which its pages use to lead back.
  history: createMemoryHistory({ initialEntries: ['/?cursor=2&zone=Australia/Sydney'] }),
  routeTree: createRootRoute({ component: language ? Gallery : Frames }),
});
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity } },
});
seedResponses(queries);

createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} forceColorScheme={scheme}>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>
  </MantineProvider>,
);
