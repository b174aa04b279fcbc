import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { endPortalSession } from '../api/generated';
import { forgetDrafts } from './kept-drafts';

const FAILED = 'sign-out-failed';

let isSigningOut = false;

/**
 * Ends the session, and goes to the sign-in or to the provider's sign-out. If the service does not
 * confirm that the session has ended, the person sees that and may retry. A second press does
 * nothing, because the page is being left.
 */
export async function signOut(): Promise<void> {
  if (isSigningOut) return;
  isSigningOut = true;
  notifications.hide(FAILED);
  const { data, response } = await endPortalSession({ throwOnError: false });
  // 401: the session had already ended.
  if (!data && response?.status !== 401) {
    isSigningOut = false;
    tellOfFailure();
    return;
  }
  forgetDrafts();
  window.location.assign(data?.provider_sign_out_url ?? '/sign-in?reason=signed_out');
}

function tellOfFailure(): void {
  notifications.show({
    id: FAILED,
    role: 'alert',
    color: 'red',
    autoClose: false,
    title: i18next.t('signOut.failed'),
    message: (
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{i18next.t('signOut.failedText')}</Text>
        <Button size="xs" variant="default" onClick={() => void signOut()}>
          {i18next.t('states.retry')}
        </Button>
      </Stack>
    ),
  });
}
