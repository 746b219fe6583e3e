/** The value below which `share` of the values lie; the median of an even number is the upper middle. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
export const mean = (values: number[]) => (values.length === 0 ? 0 : sum(values) / values.length);
export const median = (values: number[]) => percentile(values, 0.5);
export const largest = (values: number[]) => percentile(values, 1);

/** Figures of a row as they are printed: `44 / 132 / 284`. */
export const beside = (...figures: (number | string)[]) =>
  figures.map((figure) => (typeof figure === 'number' ? figure.toLocaleString('en-US') : figure)).join(' / ');
export const fixed = (value: number, digits: number) => value.toFixed(digits);
export const percent = (part: number, whole: number) =>
  `${whole === 0 ? '0.0' : ((part / whole) * 100).toFixed(1)} %`;
/** `144 of 715 (20.1 %)` */
export const partOf = (part: number, whole: number) =>
  `${part.toLocaleString('en-US')} of ${whole.toLocaleString('en-US')} (${percent(part, whole)})`;
