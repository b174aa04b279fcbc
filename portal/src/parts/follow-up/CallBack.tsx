import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconPhone, IconPhoneOutgoing } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FollowUpResponse, GetCallResponse } from '../../api/generated';
import { getCallOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { useView } from '../../address/view';
import { RecordedNumber } from '../RecordedNumber';
import { Refusal } from '../Refusal';
import { Loaded } from '../States';
import { useFollowUpChange } from './change';
import { WhoMayCallBack } from './WhoMayCallBack';

const HEIGHT = 30;

/** Takes over the focus of the button that it replaces. */
function Focused({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label={t('followUp.callBack')}>
      {children}
    </div>
  );
}

/**
 * The number to call, and the form of a single call, which reads the number from the call. After
 * the call, the person marks it done here.
 */
function Ways({
  call,
  number,
  saved,
}: {
  readonly call: GetCallResponse;
  readonly number: string;
  readonly saved: FollowUpResponse;
}) {
  const { t } = useTranslation();
  const write = useFollowUpChange(() => notifications.show({ message: t('followUp.saved') }));
  const { client_id } = useView();
  const may = useMay();
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        component="a"
        href={`tel:${number}`}
        leftSection={<IconPhone aria-hidden size={14} />}
      >
        {number}
      </Button>
      {may('createDispatch') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPhoneOutgoing aria-hidden size={14} />}
          renderRoot={(props) => (
            <Link to="/campaigns/single-calls" search={{ client_id, call: call.call_id }} {...props} />
          )}
        >
          {t('followUp.callWithAssistant')}
        </Button>
      )}
      {may('saveFollowUp') && saved.state !== 'done' && (
        <Button
          size="xs"
          variant="light"
          loading={write.isPending}
          leftSection={<IconCheck aria-hidden size={14} />}
          onClick={() => write.send({ saved, state: 'done' })}
        >
          {t('followUp.calledBack')}
        </Button>
      )}
      <Refusal problem={write.problem} />
    </Group>
  );
}

/**
 * How to call the caller back. People with permission get the number; everyone else sees who has
 * it, and can hand the call over. A queue does not know the number, so it is read on a click.
 */
export function CallBack({
  saved,
  isOpened = false,
}: {
  readonly saved: FollowUpResponse;
  /** Whether the person has already requested the number. */
  readonly isOpened?: boolean;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [isOpen, setOpen] = useState(isOpened);
  const call = useQuery({
    ...getCallOptions({ path: { call_id: saved.call_id }, query: { client_id } }),
    enabled: isOpen,
  });
  const hasNumber = Boolean(call.data?.caller?.number);
  if (call.data && !hasNumber) {
    const isWithheld = call.data.caller !== undefined || call.data.caller_display === null;
    const reason = isWithheld ? (
      <Text size="sm">{t('followUp.nobodyCan')}</Text>
    ) : (
      <WhoMayCallBack saved={saved} />
    );
    return isOpen ? <Focused>{reason}</Focused> : reason;
  }
  if (!isOpen)
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPhoneOutgoing aria-hidden size={14} />}
        title={t('call.numberIsRecorded')}
        onClick={() => setOpen(true)}
      >
        {t('followUp.callBack')}
      </Button>
    );
  return (
    <Loaded query={call} what={t('followUp.callBack')} height={HEIGHT}>
      {(data) => (
        <RecordedNumber callId={data.call_id} height={HEIGHT}>
          <Focused>
            <Ways call={data} number={data.caller?.number ?? ''} saved={saved} />
          </Focused>
        </RecordedNumber>
      )}
    </Loaded>
  );
}
