import { formatMoney, type Cents } from '#kit/money.ts';
import { classNames } from './class-names.ts';

/** `$2,884.00`, in figures of one width for columns. */
export function Money({ amount, className }: { amount: Cents; className?: string }) {
  return <span className={classNames('figures whitespace-nowrap', className)}>{formatMoney(amount)}</span>;
}
