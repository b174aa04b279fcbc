import { useMemo } from 'react';
import { useLocale } from './locale';

const MINUTE = 60;

// By the billing provider's rules (billing 1.2), which differ from Intl for some currencies.
const WHOLE_UNITS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

/** The number of decimals of a currency. */
export const minorDigits = (currency: string): number =>
  WHOLE_UNITS.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2;

/**
 * Numbers, shares, money and durations in the reader's locale. A missing value is shown as a dash.
 */
export function useNumbers() {
  const locale = useLocale();
  return useMemo(() => {
    const whole = new Intl.NumberFormat(locale);
    const share = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'percent',
      maximumFractionDigits: 1,
    });
    const one = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
    const or = (value: number | null | undefined, text: (it: number) => string): string =>
      value === null || value === undefined ? '–' : text(value);
    return {
      decimal: (value: number | null | undefined) => or(value, (it) => one.format(it)),
      count: (value: number | null | undefined) => or(value, (it) => whole.format(it)),
      size: (bytes: number) => {
        const [unit, divisor] =
          bytes < 10_000_000 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
        return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 0 }).format(
          Math.ceil(bytes / divisor),
        );
      },
      /**
       * Formats a percentage from 0 to 100, as the API gives it: dividing first would round a share
       * down too often.
       */
      percent: (value: number | null | undefined) => or(value, (it) => share.format(it)),
      seconds: (value: number | null | undefined) => or(value, (it) => `${one.format(it)} s`),
      duration: (value: number | null | undefined) =>
        or(value, (it) => {
          const seconds = Math.round(it);
          return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
        }),
      money: (value: number | null | undefined, currency: string | null | undefined) =>
        or(value, (it) =>
          currency
            ? new Intl.NumberFormat(locale, { style: 'currency', currency }).format(it)
            : whole.format(it),
        ),
      /** The same for amounts far below a cent. */
      smallMoney: (value: number | null | undefined, currency: string) =>
        or(value, (it) =>
          new Intl.NumberFormat(locale, {
            style: 'currency',
            currency,
            maximumFractionDigits: 4,
          }).format(it),
        ),
      /** Formats minor units, as in fields named `..._cents`. A rate may be a fraction of one. */
      minorUnits: (value: number | null | undefined, currency: string) =>
        or(value, (it) => {
          const digits = minorDigits(currency);
          return new Intl.NumberFormat(locale, {
            style: 'currency',
            currency,
            minimumFractionDigits: digits,
            maximumFractionDigits: digits + 4,
          }).format(it / 10 ** digits);
        }),
    };
  }, [locale]);
}
