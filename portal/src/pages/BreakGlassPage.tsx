import { Alert, Button, List, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openBreakGlass, signInByBreakGlass } from '../api/generated';
import { useWrite } from '../data/write';
import { PlainPage } from '../parts/PlainPage';
import { Refusal } from '../parts/Refusal';
import { signChallenge } from './settings/break-glass/signed-challenge';

const LEAST = 10;
const MOST = 500;

/** Signs a holder in with a passkey, without any directory, and opens the use (break-glass 3.1). */
export function BreakGlassPage() {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [hasNoPasskey, setNoPasskey] = useState(false);
  const signIn = useWrite(async (_: null) => {
    setNoPasskey(false);
    const signed = await signChallenge();
    if (signed === null) {
      setNoPasskey(true);
      return null;
    }
    return (await signInByBreakGlass({ body: signed })).data;
  });
  const client = signIn.answer?.client_id;
  const open = useWrite(
    async (text: string, key) =>
      (
        await openBreakGlass({
          query: { client_id: client! },
          headers: { 'Idempotency-Key': key },
          body: { reason: text },
        })
      ).data,
    { onDone: () => window.location.assign(`/settings?tab=signIn&client_id=${encodeURIComponent(client!)}`) },
  );
  return (
    <PlainPage title={t('breakGlassDoor.title')}>
      <Text c="dimmed">{t('breakGlassDoor.text')}</Text>
      <List size="sm">
        {(['hour', 'told', 'limits', 'confirmed'] as const).map((name) => (
          <List.Item key={name}>{t(`breakGlassDoor.${name}`)}</List.Item>
        ))}
      </List>
      {client === undefined ? (
        <>
          {hasNoPasskey && (
            <Alert color="red" variant="light" role="alert">
              {t('breakGlassDoor.noPasskey')}
            </Alert>
          )}
          {signIn.problem?.kind === 'ended' ? (
            <Alert color="red" variant="light" role="alert">
              {t('breakGlassDoor.refused')}
            </Alert>
          ) : (
            <Refusal problem={signIn.problem} />
          )}
          <Button fullWidth color="red" loading={signIn.isPending} onClick={() => signIn.send(null)}>
            {t('breakGlassDoor.signIn')}
          </Button>
        </>
      ) : (
        <>
          <Textarea
            label={t('breakGlassDoor.reason')}
            description={t('breakGlassDoor.reasonHelp')}
            value={reason}
            autosize
            minRows={3}
            maxLength={MOST}
            data-autofocus
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Refusal problem={open.problem} />
          <Button
            fullWidth
            color="red"
            disabled={reason.trim().length < LEAST}
            loading={open.isPending}
            onClick={() => open.send(reason.trim())}
          >
            {t('breakGlassDoor.open')}
          </Button>
        </>
      )}
    </PlainPage>
  );
}
