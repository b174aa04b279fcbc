import { Button, Divider, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isInvitationKept } from '../session/invitation-token';
import { signInAddress } from '../session/session';
import { PlainPage } from '../parts/PlainPage';
import { AddressSignIn } from './AddressSignIn';
import { isReason, SignInNotice } from '../shell/sign-in/SignInNotice';

/** Explains why the person must sign in, and links to the identity provider. */
export function SignInPage() {
  const { t } = useTranslation();
  const { reason = '', return_to }: { reason?: string; return_to?: string } = useSearch({ strict: false });
  // A person who signed out to accept an invitation as someone else continues there.
  const returnTo = return_to ?? (isInvitationKept() ? '/invitations' : '/');
  return (
    <PlainPage title={t('signIn.title')}>
      {isReason(reason) && <SignInNotice reason={reason} />}
      <Text c="dimmed">{t('signIn.text')}</Text>
      <AddressSignIn returnTo={returnTo} />
      <Divider label={t('signIn.or')} />
      <Button component="a" variant="default" href={signInAddress(returnTo)} fullWidth>
        {t('signIn.button')}
      </Button>
    </PlainPage>
  );
}
