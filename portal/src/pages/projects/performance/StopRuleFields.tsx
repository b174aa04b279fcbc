import { Checkbox, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StopWhenRequest } from '../../../api/generated';

export const STOP_SHARES = ['failed_share', 'escalation_share', 'abandoned_share'] as const;

/** A rule that ends a staged release, as a person fills it in; null: this share has no limit. */
export interface StopRuleValues extends Readonly<Record<(typeof STOP_SHARES)[number], number | null>> {
  readonly isOn: boolean;
  readonly min_calls: number;
}

export const NO_RULE: StopRuleValues = {
  isOn: false,
  failed_share: 20,
  escalation_share: null,
  abandoned_share: null,
  min_calls: 50,
};

/** The rule in the API's format; undefined if there is none. */
export function stopWhenOf({ isOn, min_calls, ...shares }: StopRuleValues): StopWhenRequest | undefined {
  const limits = STOP_SHARES.flatMap((it) => (shares[it] === null ? [] : [[it, shares[it]] as const]));
  return isOn ? { ...Object.fromEntries(limits), min_calls } : undefined;
}

/** Whether the rule is off, or has at least one limit. */
export const isRuleComplete = (values: StopRuleValues): boolean =>
  !values.isOn || STOP_SHARES.some((it) => values[it] !== null);

/** The form for the rule. */
export function StopRuleFields({
  values,
  onChange,
}: {
  readonly values: StopRuleValues;
  readonly onChange: (next: StopRuleValues) => void;
}) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Checkbox
        label={t('stopRule.on')}
        description={t('stopRule.help')}
        checked={values.isOn}
        onChange={({ currentTarget }) => onChange({ ...values, isOn: currentTarget.checked })}
      />
      {values.isOn && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            {STOP_SHARES.map((it) => (
              <NumberInput
                key={it}
                label={t(`stopRule.shares.${it}`)}
                placeholder={t('stopRule.noLimit')}
                min={1}
                max={100}
                suffix=" %"
                allowDecimal={false}
                value={values[it] ?? ''}
                onChange={(next) => onChange({ ...values, [it]: typeof next === 'number' ? next : null })}
              />
            ))}
          </SimpleGrid>
          <NumberInput
            maw={200}
            label={t('stopRule.minCalls')}
            min={20}
            max={100_000}
            allowDecimal={false}
            value={values.min_calls}
            onChange={(next) => typeof next === 'number' && onChange({ ...values, min_calls: next })}
          />
          {!isRuleComplete(values) && (
            <Text size="sm" c="red" role="alert">
              {t('stopRule.incomplete')}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}
