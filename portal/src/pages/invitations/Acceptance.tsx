import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptInvitation } from '../../api/generated';
import { keepInvitationToken } from '../../session/invitation-token';
import type { Session } from '../../session/session';
import { signOut } from '../../session/sign-out';
import { useWrite } from '../../data/write';
import { Refusal } from '../../parts/Refusal';
import { usePreview } from './preview';

const LONGEST_NAME = 80;

/** Accepts an invitation as the signed-in person (people 4.1). */
export function Acceptance({
  token,
  person,
}: {
  readonly token: string;
  /** Null: the person is new here, and enters a name. */
  readonly person: Session | null;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { data: preview } = usePreview(token);
  const shownName = person?.display_name ?? name.trim();
  const write = useWrite(
    async (display_name: string) => (await acceptInvitation({ body: { token, display_name } })).data,
  );
  if (write.answer) {
    return (
      <>
        <Alert variant="light" color="teal" role="status" title={t('invitation.done')}>
          {t('invitation.doneText', {
            role: t(`roles.${write.answer.role}`),
            client: preview?.business_name ?? write.answer.client_id,
          })}
        </Alert>
        <Button component="a" href={`/?client_id=${encodeURIComponent(write.answer.client_id)}`} fullWidth>
          {t('invitation.toPortal')}
        </Button>
      </>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (shownName) write.send(shownName);
      }}
    >
      <Stack>
        {person ? (
          <Text>{t('invitation.as', { name: person.display_name })}</Text>
        ) : (
          <TextInput
            label={t('invitation.name')}
            description={t('invitation.nameText')}
            autoComplete="name"
            maxLength={LONGEST_NAME}
            value={name}
            error={
              write.problem?.fields['display_name'] ??
              (isChecked && !shownName && t('invitation.nameMissing'))
            }
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        {write.problem?.kind === 'absent' || write.problem?.fields['token'] ? (
          <Alert color="red" variant="outline" role="alert">
            {t('invitation.unknown')}
          </Alert>
        ) : (
          <Refusal problem={write.problem} shown={['display_name']} />
        )}
        <Button type="submit" loading={write.isPending} fullWidth>
          {t('invitation.accept')}
        </Button>
        <Button
          variant="subtle"
          fullWidth
          onClick={() => {
            keepInvitationToken();
            void signOut();
          }}
        >
          {t('invitation.otherAccount')}
        </Button>
      </Stack>
    </form>
  );
}
