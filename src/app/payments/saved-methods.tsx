import { m } from '#i18n/messages.js';
import type { PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { FieldsetField } from '#app/ui/fields/form-field.tsx';
import { OptionCard } from '#app/ui/fields/option-card.tsx';

function expiry(method: PaymentMethod): string | null {
  if (method.exp_month === null || method.exp_year === null) return null;
  return m.contract_method_expires({ on: `${String(method.exp_month).padStart(2, '0')}/${method.exp_year}` });
}

export function methodName(method: Pick<PaymentMethod, 'brand' | 'ident'>): string {
  return [method.brand, method.ident].filter(Boolean).join(' ');
}

const FUNDINGS: Partial<Record<NonNullable<PaymentMethod['funding']>, () => string>> = {
  debit: m.contract_method_debit,
  prepaid: m.contract_method_prepaid,
};

/** Debit and prepaid cards pay no surcharge (S5). */
export const fundingText = ({ funding }: Pick<PaymentMethod, 'funding'>): string | null =>
  (funding && FUNDINGS[funding]?.()) ?? null;

type SavedMethodsProps = {
  methods: readonly PaymentMethod[];
  chosen: number | null;
  onToggle: (id: number) => void;
  error?: string;
};

/** Choosing the chosen method again clears the choice (contracts.md §4). */
export function SavedMethods({ methods, chosen, onToggle, error }: SavedMethodsProps) {
  return (
    <FieldsetField name="payment_method_id" label={m.contract_methods_saved()} required error={error}>
      <div className="grid gap-2.5">
        {methods.map((method) => (
          <OptionCard
            key={method.id}
            type="radio"
            name="payment_method_id"
            value={method.id}
            label={methodName(method)}
            textAfter={[fundingText(method), method.name, expiry(method)].filter(Boolean).join(' · ')}
            aside={method.is_default ? m.contract_method_default() : undefined}
            checked={chosen === method.id}
            readOnly
            onClick={() => onToggle(method.id)}
          />
        ))}
      </div>
    </FieldsetField>
  );
}
