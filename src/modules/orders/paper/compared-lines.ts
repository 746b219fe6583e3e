import type { QuoteLine } from '#modules/pricing/quoted-prices.ts';

export type ComparedLine = {
  text: string;
  printed_cents: QuoteLine['amount_cents'] | null;
  received_cents: QuoteLine['amount_cents'] | null;
};

/**
 * The lines of two prices, each once in the order of the paper; a line of one price alone has no sum in the
 * other (OF4.2).
 */
export function comparedLines(printed: readonly QuoteLine[], received: readonly QuoteLine[]): ComparedLine[] {
  const left = [...received];
  const lines = printed.map(({ text, amount_cents }): ComparedLine => {
    const at = left.findIndex((line) => line.text === text);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return { text, printed_cents: amount_cents, received_cents: same?.amount_cents ?? null };
  });
  return [
    ...lines,
    ...left.map(({ text, amount_cents }) => ({ text, printed_cents: null, received_cents: amount_cents })),
  ];
}
