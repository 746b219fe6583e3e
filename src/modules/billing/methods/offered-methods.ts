import type { PlainDate } from '#kit/plain-date.ts';

type Expiry = { exp_month: number | null; exp_year: number | null };

/** A card is good to the end of the month; a bank account has no end. */
export function isExpired({ exp_month, exp_year }: Expiry, today: PlainDate): boolean {
  if (exp_month === null || exp_year === null) return false;
  const lastMonth = `${String(exp_year).padStart(4, '0')}-${String(exp_month).padStart(2, '0')}`;
  return today.slice(0, 7) > lastMonth;
}

type Offered = Expiry & {
  id: number;
  is_active: boolean;
  payment_type_id: number;
  created_at: string;
  program_group: { programs: readonly { id: number }[] } | null;
};

type Wanted = { program_id: number; payment_type_id?: number; today: PlainDate };

/** Newest first (contracts.md §4, PM). */
export function offeredMethods<M extends Offered>(
  methods: readonly M[],
  { program_id, payment_type_id, today }: Wanted,
): M[] {
  return methods
    .filter((method) => method.is_active && !isExpired(method, today))
    .filter((method) => payment_type_id === undefined || method.payment_type_id === payment_type_id)
    .filter(
      ({ program_group }) =>
        program_group === null || program_group.programs.some((program) => program.id === program_id),
    )
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);
}
