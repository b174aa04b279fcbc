import { Alert, Button, Center, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { invitationToken, keepInvitationToken } from '../../session/invitation-token';
import { sessionOptions, signInAddress } from '../../session/session';
import { PlainPage } from '../../parts/PlainPage';
import { Trouble } from '../../parts/States';
import { useLocale } from '../../texts/locale';
import { Acceptance } from './Acceptance';
import { usePreview } from './preview';

/** The page that an invitation links to (people section 4): sign in, enter a name, accept. */
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
        <>
          <Preview token={token} />
          <Opened token={token} />
        </>
      )}
    </PlainPage>
  );
}

/** Shows before sign-in who invites, to which client and in which role (people 4.6). */
function Preview({ token }: { readonly token: string }) {
  const { t } = useTranslation();
  const day = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeStyle: 'short' });
  const { data, error } = usePreview(token);
  const problem = error && asProblem(error);
  if (problem?.kind === 'absent' || problem?.fields['token']) {
    return (
      <Alert color="red" variant="outline" role="alert">
        {t('invitation.unknown')}
      </Alert>
    );
  }
  if (!data) return null;
  return (
    <Text>
      {t('invitation.content', {
        inviter: data.inviter_name,
        client: data.business_name,
        role: t(`roles.${data.role}`),
        until: day.format(new Date(data.expires_at_utc)),
      })}
    </Text>
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
  // Even a person without a client has a session (portal-sessions 1.10).
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
