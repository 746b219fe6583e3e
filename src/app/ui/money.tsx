import { formatMoney, type Cents } from '#kit/money.ts';
import { classNames } from './class-names.ts';

export function Money({ amount, className }: { amount: Cents; className?: string }) {
  return <span className={classNames('figures whitespace-nowrap', className)}>{formatMoney(amount)}</span>;
}
