import { Button, Popover } from '@mantine/core';
import { IconPhoneOutgoing } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getFollowUpOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useClientId } from '../../address/view';
import { Loaded } from '../States';
import { CallBack } from './CallBack';

const HEIGHT = 44;

function Opened({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const followUp = useQuery(getFollowUpOptions({ path: { call_id: callId }, query: { client_id } }));
  return (
    <Loaded query={followUp} what={t('followUp.callBack')} height={HEIGHT}>
      {(saved) => <CallBack saved={saved} isOpened />}
    </Loaded>
  );
}

/** Calls a missed caller back from a list, without leaving it. */
export function CallBackInRow({ callId, caller }: { readonly callId: string; readonly caller: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={360} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPhoneOutgoing aria-hidden size={14} />}
          title={t('call.numberIsRecorded')}
          aria-label={`${t('followUp.callBack')}: ${caller}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t('followUp.callBack')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{isOpen && <Opened callId={callId} />}</Popover.Dropdown>
    </Popover>
  );
}
