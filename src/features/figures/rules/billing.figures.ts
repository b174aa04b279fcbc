import type { Definition, RouteFigures, Text, Unit } from './definition.js';

const usage = (figure: string, unit: Unit, text: Text): Definition => ({
  figure: `billing.${figure}`,
  unit,
  text,
  leavesOut: ['open_hours'],
});

const settled = (figure: string, unit: Unit, text: Text): Definition => ({
  figure: `billing.${figure}`,
  unit,
  text,
  freshness: 'settled',
});

const USED: Text = {
  en: 'Units that are charged. Each call counts its minutes rounded up, in the hour in which it ended.',
  de: 'Einheiten, die berechnet werden. Jeder Anruf zählt seine aufgerundeten Minuten, in der Stunde seines Endes.',
};
const INCLUDED: Text = { en: 'Units that the plan includes.', de: 'Einheiten, die der Tarif enthält.' };
const CHARGES: Text = {
  en: 'Units above the included ones, at the rate of the plan.',
  de: 'Einheiten über die enthaltenen hinaus, zum Satz des Tarifs.',
};
const RATE: Text = {
  en: 'Price of each unit above the included ones.',
  de: 'Preis jeder Einheit über die enthaltenen hinaus.',
};

/** The figures of a client's charges (billing section 7). */
export const BILLING_FIGURES: RouteFigures = {
  route: '/v1/billing/overview',
  name: 'billing',
  zone: 'period',
  freshness: 'closed_hours',
  figures: [
    settled('monthly_fee_amount', 'major_units', {
      en: 'Fee of the plan for a month, before discounts.',
      de: 'Gebühr des Tarifs für einen Monat, vor Rabatten.',
    }),
    usage('included_minutes', 'minutes', INCLUDED),
    usage('used_minutes', 'minutes', USED),
    usage('remaining_minutes', 'minutes', {
      en: 'Included minutes that are not used yet.',
      de: 'Enthaltene Minuten, die noch nicht verbraucht sind.',
    }),
    usage('estimated_overage_amount', 'major_units', CHARGES),
    settled('last_invoice_total', 'major_units', {
      en: 'Total of the newest invoice, in its own currency.',
      de: 'Summe der neuesten Rechnung, in ihrer eigenen Währung.',
    }),
    usage('metered_usage_lines[meter_id].total_quantity', 'units', USED),
    usage('metered_usage_lines[meter_id].included_units', 'units', INCLUDED),
    usage('metered_usage_lines[meter_id].overage_units', 'units', {
      en: 'Units above the included ones.',
      de: 'Einheiten über die enthaltenen hinaus.',
    }),
    settled('metered_usage_lines[meter_id].per_unit_rate_cents', 'minor_units', RATE),
    usage('metered_usage_lines[meter_id].estimated_charges_cents', 'minor_units', CHARGES),
    usage('metered_usage_lines[meter_id].by_project[project_id].quantity', 'units', {
      en: 'Units of the project, of the fifty that used the most.',
      de: 'Einheiten des Projekts, von den fünfzig mit dem größten Verbrauch.',
    }),
    usage('metered_usage_lines[meter_id].message_count', 'messages', {
      en: 'Messages whose segments are charged.',
      de: 'Nachrichten, deren Segmente berechnet werden.',
    }),
    usage('metered_usage_lines[meter_id].failed_count', 'messages', {
      en: 'Messages that did not arrive; they are not charged.',
      de: 'Nachrichten, die nicht ankamen; sie werden nicht berechnet.',
    }),
    usage('metered_usage_lines[meter_id].failed_reasons[*]', 'messages', {
      en: 'Messages that did not arrive for this reason.',
      de: 'Nachrichten, die aus diesem Grund nicht ankamen.',
    }),
    usage('metered_usage.total_metered_minutes', 'minutes', USED),
    settled('metered_usage.per_minute_rate_cents', 'minor_units', RATE),
    usage('metered_usage.estimated_metered_charges_cents', 'minor_units', CHARGES),
    settled('active_discounts[discount_id].discount_value', 'units', {
      en: 'Whole percent, or minor units, off the fee.',
      de: 'Ganze Prozent oder kleinste Währungseinheiten, die von der Gebühr abgehen.',
    }),
    settled('discounted_monthly_fee_amount', 'major_units', {
      en: 'The fee after discounts.',
      de: 'Die Gebühr nach Rabatten.',
    }),
    settled('active_adjustments[id].amount_cents', 'minor_units', {
      en: 'Amount of the adjustment.',
      de: 'Betrag der Anpassung.',
    }),
    settled('active_adjustments[id].net_effect_cents', 'minor_units', {
      en: 'The effect of the adjustment on the fee, with its sign.',
      de: 'Was die Anpassung an der Gebühr ändert, mit Vorzeichen.',
    }),
    usage('forecast.so_far_cents', 'minor_units', {
      en: 'The fee after discounts and adjustments, and the charges of the usage so far.',
      de: 'Die Gebühr nach Rabatten und Anpassungen und die Kosten des bisherigen Verbrauchs.',
    }),
    usage('forecast.at_period_end_cents', 'minor_units', {
      en: 'The same at the end of the period, if usage continues at the rate of the closed hours.',
      de: 'Dasselbe am Ende des Zeitraums, wenn der Verbrauch so weitergeht wie in den abgeschlossenen Stunden.',
    }),
    settled('adjusted_monthly_fee_cents', 'minor_units', {
      en: 'The fee after discounts and adjustments.',
      de: 'Die Gebühr nach Rabatten und Anpassungen.',
    }),
  ],
};
