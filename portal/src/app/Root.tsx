import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import { PlainPage } from '../parts/PlainPage';
import { Loading, Trouble } from '../parts/States';
import { Shell } from '../shell/Shell';
import { useLocale } from '../texts/locale';
import { withTexts } from '../texts/texts';
import { reloadAfterDeployment } from './deployed';
import { sessionOptions, signInPage } from '../session/session';
import { signOut } from '../session/sign-out';

// Pages outside the frame, including those for people who are not signed in.
const PUBLIC = ['/sign-in', '/invitations', '/break-glass'];

const ShutOutPage = lazy(async () => {
  const load = withTexts(['security'], () => import('../shell/sign-in/ShutOut'));
  return { default: (await load()).ShutOutPage };
});

/** The frame with the page, or the sign-in if no person is signed in. */
export function Root() {
  const { pathname, href } = useLocation();
  const isPublic = PUBLIC.includes(pathname);
  const session = useQuery({ ...sessionOptions, enabled: !isPublic });
  const problem = !isPublic && session.isError ? asProblem(session.error) : undefined;
  const hasEnded = problem?.kind === 'ended' || problem?.status === 403;
  useEffect(() => {
    if (hasEnded) window.location.replace(signInPage(href));
  }, [hasEnded, href]);
  if (isPublic) return <Outlet />;
  if (session.data?.assignments.length === 0)
    return (
      <Suspense fallback={<Loading height={400} label="Telephony" />}>
        <ShutOutPage clients={session.data.shut_out} />
      </Suspense>
    );
  if (session.data) return <Shell session={session.data} />;
  // Signed in, but without a client (portal-sessions 1.10, 6.6).
  if (problem?.kind === 'absent') return <NoClient />;
  if (problem && !hasEnded) {
    return (
      <Center mih="100vh" p="md">
        <Trouble
          problem={problem}
          what="Telephony"
          since={session.errorUpdatedAt}
          retry={() => void session.refetch()}
        />
      </Center>
    );
  }
  return <Loading height={400} label="Telephony" />;
}

function NoClient() {
  const { t } = useTranslation();
  return (
    <PlainPage title={t('noClient.title')}>
      <Text>{t('noClient.text')}</Text>
      <Button variant="default" onClick={() => void signOut()}>
        {t('shell.signOut')}
      </Button>
    </PlainPage>
  );
}

export function Broken({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const time = new Intl.DateTimeFormat(useLocale(), { timeStyle: 'long' }).format(new Date());
  useEffect(() => reloadAfterDeployment(error), [error]);
  return (
    <Stack align="center" py="xl" role="alert">
      <Title order={1}>{t('states.brokenTitle')}</Title>
      <Text c="dimmed">{t('states.brokenText', { time })}</Text>
    </Stack>
  );
}
