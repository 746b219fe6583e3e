import { checkLetter } from '#modules/orders/contracts/contract-number.ts';

/** The last two digits of the first year in a period's name, else of the year in which it starts. */
export function periodDigits(period: { name: string; starts_on: string }): string {
  const year = /\d{4}/.exec(period.name)?.[0] ?? period.starts_on.slice(0, 4);
  return year.slice(-2);
}

export type NumberSeries = { period: { name: string; starts_on: string }; program_group: { path: string } };

/** The number of a serial as docs/domain/contract.md says it, a second time beside the database's. */
export function contractNumber(series: NumberSeries, serial: number): string {
  const school = series.program_group.path.toUpperCase();
  const body = `${periodDigits(series.period)}-${school}-${String(serial).padStart(6, '0')}`;
  return `${body}-${checkLetter(body)}`;
}
