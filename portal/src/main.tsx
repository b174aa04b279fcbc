// First, because it removes the token of an invitation from the address.
import './session/invitation-token';
import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './theme/portal.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setUpClient } from './api/client';
import { queries } from './data/queries';
import { router } from './app/router';
import { Messages } from './shell/messages/Messages';
import { resolveVariables, theme } from './theme/theme';
import { setUpTexts } from './texts/texts';

setUpClient();
await setUpTexts();

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
// The library that stops a page from scrolling while a drawer is open reads the nonce under this
// name.
Object.assign(globalThis, { __webpack_nonce__: nonce });

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce ?? ''}
    >
      <QueryClientProvider client={queries}>
        <Messages />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
