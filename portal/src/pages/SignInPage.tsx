import { Alert, Button, Divider, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isInvitationKept } from '../session/invitation-token';
import { signInAddress } from '../session/session';
import { PlainPage } from '../parts/PlainPage';
import { AddressSignIn } from './AddressSignIn';

/** Why a person is here, and whether that is a fault (portal-sessions 1.11). */
const REASONS = {
  ended: 'news',
  signed_out: 'news',
  expired: 'news',
  denied: 'fault',
  no_access: 'fault',
  provider_unavailable: 'fault',
  limited: 'fault',
  failed: 'fault',
  not_linked: 'fault',
} as const;

const isReason = (text: string): text is keyof typeof REASONS => Object.hasOwn(REASONS, text);

/** Explains why the person has to sign in, and links to the identity provider. */
export function SignInPage() {
  const { t } = useTranslation();
  const { reason = '', return_to }: { reason?: string; return_to?: string } = useSearch({ strict: false });
  // A person who signed out to accept an invitation as someone else continues there.
  const returnTo = return_to ?? (isInvitationKept() ? '/invitations' : '/');
  const kind = isReason(reason) ? REASONS[reason] : undefined;
  return (
    <PlainPage title={t('signIn.title')}>
      {kind && (
        <Alert
          variant="light"
          color={kind === 'news' ? 'accent' : 'red'}
          role={kind === 'news' ? 'status' : 'alert'}
        >
          {t(`signIn.${reason}`)}
        </Alert>
      )}
      <Text c="dimmed">{t('signIn.text')}</Text>
      <AddressSignIn returnTo={returnTo} />
      <Divider label={t('signIn.or')} />
      <Button component="a" variant="default" href={signInAddress(returnTo)} fullWidth>
        {t('signIn.button')}
      </Button>
    </PlainPage>
  );
}
