import { Button, Center, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { invitationToken, keepInvitationToken } from '../../app/invitation-token';
import { sessionOptions, signInAddress } from '../../app/session';
import { PlainPage } from '../../parts/PlainPage';
import { Trouble } from '../../parts/States';
import { Acceptance } from './Acceptance';

/** Where the link of an invitation leads (people section 4): sign in, say who you are, accept. */
export function InvitationPage() {
  const { t } = useTranslation();
  const token = invitationToken();
  return (
    <PlainPage title={t('invitation.title')}>
      {token === null ? (
        <>
          <Text>{t('invitation.noToken')}</Text>
          <Button component="a" href="/" variant="default" fullWidth>
            {t('invitation.toPortal')}
          </Button>
        </>
      ) : (
        <Opened token={token} />
      )}
    </PlainPage>
  );
}

function Opened({ token }: { readonly token: string }) {
  const { t } = useTranslation();
  const session = useQuery(sessionOptions);
  if (session.isPending) {
    return (
      <Center>
        <Loader aria-label={t('states.loading')} />
      </Center>
    );
  }
  const problem = session.isError ? asProblem(session.error) : undefined;
  // A person without a client has a session all the same (portal-sessions 1.10).
  if (!problem || problem.kind === 'absent')
    return <Acceptance token={token} person={session.data ?? null} />;
  if (problem.kind === 'ended' || problem.status === 403) {
    return (
      <>
        <Text>{t('invitation.signIn')}</Text>
        <Button component="a" href={signInAddress('/invitations')} onClick={keepInvitationToken} fullWidth>
          {t('signIn.button')}
        </Button>
      </>
    );
  }
  return (
    <Trouble
      problem={problem}
      what={t('invitation.title')}
      since={session.errorUpdatedAt}
      retry={() => void session.refetch()}
    />
  );
}
