import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  beginStepUp,
  confirmStepUp,
  type ConfirmStepUpRequest,
  type StepUpResponse,
} from '../../api/generated';
import { untilProofCounts } from '../../api/step-up';
import { useView } from '../../address/view';
import { useWrite } from '../../data/write';
import { signInAddress } from '../../session/session';
import { Refusal } from '../Refusal';
import { Loaded } from '../States';
import { CodeProof } from './CodeProof';
import { PasskeyProof } from './PasskeyProof';

type Kind = StepUpResponse['kinds'][number];

// A passkey takes one touch, and a recovery code is only for emergencies.
const ORDER: readonly Kind[] = ['webauthn', 'totp', 'recovery_code'];

/** The ways in which a person can verify their identity again (second-factors 4.4). */
export function Proof({
  onProved,
  onLeave,
}: {
  readonly onProved: () => void;
  /** Called when the person opens another page instead. */
  readonly onLeave?: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const query = { client_id };
  const [chosen, setChosen] = useState<Kind | null>(null);
  // A challenge can be used once, so each attempt reads another one.
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const ways = useQuery({
    queryKey: ['step-up', attempt],
    queryFn: async () => (await beginStepUp({ query })).data,
    staleTime: Infinity,
    gcTime: 0,
  });
  const confirm = useWrite(
    async (body: ConfirmStepUpRequest) => {
      await confirmStepUp({ query, body });
      await untilProofCounts();
    },
    { onDone: onProved },
  );
  const isWrong = confirm.problem?.status === 400;
  return (
    <Loaded query={ways} what={t('stepUp.title')} height={160}>
      {(open) => {
        const kinds = ORDER.filter((it) => open.kinds.includes(it));
        const kind = chosen ?? kinds[0];
        if (kind === undefined) return <NoFactor onLeave={onLeave} />;
        return (
          <Stack>
            <Text size="sm">{t('stepUp.text')}</Text>
            {kind === 'webauthn' ? (
              <PasskeyProof
                open={open}
                isWrong={isWrong}
                isPending={confirm.isPending}
                onSigned={confirm.send}
                onAgain={() => {
                  confirm.reset();
                  setAttempt(crypto.randomUUID());
                }}
              />
            ) : (
              <CodeProof
                key={kind}
                label={t(`stepUp.kinds.${kind}`)}
                isNumber={kind === 'totp'}
                isWrong={isWrong}
                isPending={confirm.isPending}
                onCode={(code) => confirm.send({ kind, code })}
              />
            )}
            {!isWrong && <Refusal problem={confirm.problem} />}
            <Group gap="md">
              {kinds
                .filter((it) => it !== kind)
                .map((it) => (
                  <Anchor
                    key={it}
                    component="button"
                    type="button"
                    size="sm"
                    onClick={() => {
                      confirm.reset();
                      setChosen(it);
                    }}
                  >
                    {t(`stepUp.instead.${it}`)}
                  </Anchor>
                ))}
              <SignInAgain />
            </Group>
          </Stack>
        );
      }}
    </Loaded>
  );
}

/** A provider may ask for its own second factor, which counts too (second-factors 4.3). */
function SignInAgain() {
  const { t } = useTranslation();
  const { href } = useLocation();
  return (
    <Anchor size="sm" href={signInAddress(href)}>
      {t('stepUp.signIn')}
    </Anchor>
  );
}

function NoFactor({ onLeave }: { readonly onLeave?: () => void }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  return (
    <Stack>
      <Text size="sm">{t('stepUp.none')}</Text>
      <Group gap="md">
        <Button
          size="sm"
          renderRoot={(props) => (
            <Link to="/security" search={{ client_id }} {...props} onClick={() => onLeave?.()} />
          )}
        >
          {t('stepUp.add')}
        </Button>
        <SignInAgain />
      </Group>
    </Stack>
  );
}
