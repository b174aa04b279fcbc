import { NumberInput, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import {
  createUsageAlert,
  updateUsageAlert,
  type CreateUsageAlertRequest,
  type UsageAlert,
} from '../../api/generated';
import { listUsageAlertsQueryKey } from '../../api/generated/@tanstack/react-query.gen';
import { useDraft } from '../../forms/draft';
import { useWrite } from '../../data/write';
import { FormDialog } from '../../parts/forms/FormDialog';
import { ProjectSelect } from '../../parts/ProjectSelect';
import { bind } from '../../forms/bind';
import { minorDigits } from '../../texts/numbers';

const METERS: readonly UsageAlert['meter_id'][] = ['minutes', 'sms_segments'];
const TYPES: readonly UsageAlert['threshold_type'][] = ['units', 'included_percent', 'amount_cents'];
const ACTIONS: readonly UsageAlert['action'][] = ['notify', 'pause_campaigns'];

interface Values {
  readonly meter_id: UsageAlert['meter_id'];
  readonly project_id: string | null;
  readonly threshold_type: UsageAlert['threshold_type'];
  readonly threshold_value: number | string;
  readonly action: UsageAlert['action'];
}

const INITIAL: Values = {
  meter_id: 'minutes',
  project_id: null,
  threshold_type: 'included_percent',
  threshold_value: 80,
  action: 'notify',
};

/** Adds an alert, or changes the threshold and the action of one. */
export function AlertForm({
  clientId,
  currency,
  alert,
  onClose,
}: {
  readonly clientId: string;
  readonly currency: string;
  readonly alert?: UsageAlert;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const draft = useDraft<Values>(`alert:${alert?.alert_id ?? 'new'}`, alert ?? INITIAL);
  const { values, clear } = draft;
  const save = useWrite(
    async (body: CreateUsageAlertRequest, key) =>
      alert
        ? (
            await updateUsageAlert({
              path: { alert_id: alert.alert_id },
              body: { client_id: clientId, threshold_value: body.threshold_value, action: body.action },
            })
          ).data
        : (await createUsageAlert({ body, headers: { 'Idempotency-Key': key } })).data,
    {
      changes: [listUsageAlertsQueryKey({ query: { client_id: clientId } })],
      onDone: () => {
        leave();
        notifications.show({ message: t('billing.alertSaved') });
      },
    },
  );
  const field = bind(draft, save.problem?.fields);
  const leave = (): void => {
    clear();
    onClose();
  };
  // Amounts apply only to the whole client.
  const isOfAmount = values.threshold_type === 'amount_cents';
  const unit = isOfAmount ? 10 ** minorDigits(currency) : 1;
  return (
    <FormDialog
      title={t(alert ? 'billing.changeAlert' : 'billing.addAlert')}
      action={t('actions.save')}
      isReady={values.threshold_value !== ''}
      write={save}
      shown={['threshold_type', 'threshold_value', 'project_id']}
      onSubmit={() =>
        save.send({
          client_id: clientId,
          meter_id: values.meter_id,
          threshold_type: values.threshold_type,
          threshold_value: Number(values.threshold_value),
          action: values.action,
          ...(values.project_id && !isOfAmount && { project_id: values.project_id }),
        })
      }
      onClose={leave}
    >
      <Select
        label={t('billing.meter')}
        allowDeselect={false}
        disabled={alert !== undefined}
        data={METERS.map((value) => ({ value, label: t(`words.meter.${value}`) }))}
        {...field.choice('meter_id', METERS)}
      />
      <Select
        label={t('billing.thresholdType')}
        allowDeselect={false}
        disabled={alert !== undefined}
        data={TYPES.map((value) => ({ value, label: t(`billing.thresholdTypes.${value}`) }))}
        {...field.choice('threshold_type', TYPES)}
      />
      <NumberInput
        label={t(`billing.thresholdValue.${values.threshold_type}`, { currency })}
        min={1 / unit}
        decimalScale={isOfAmount ? minorDigits(currency) : 0}
        required
        value={values.threshold_value === '' ? '' : Number(values.threshold_value) / unit}
        error={save.problem?.fields['threshold_value']}
        onChange={(typed) =>
          draft.set({ threshold_value: typed === '' ? '' : Math.round(Number(typed) * unit) })
        }
      />
      {!isOfAmount && (
        <ProjectSelect
          label={t('shell.project')}
          placeholder={t('billing.allTogether')}
          clearable
          disabled={alert !== undefined}
          {...field.whole('project_id')}
        />
      )}
      <Select
        label={t('billing.does')}
        description={t(`billing.actionHelp.${values.action}`)}
        allowDeselect={false}
        data={ACTIONS.map((value) => ({ value, label: t(`billing.action.${value}`) }))}
        {...field.choice('action', ACTIONS)}
      />
    </FormDialog>
  );
}
