import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import type { ResetFactors } from '#modules/accounts/passwords/resets.contract.ts';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';

type KeptFactorsProps = {
  factors: ResetFactors;
  removed: readonly number[];
  onChange: (removed: number[]) => void;
  readOnly: boolean;
};

/** What else the account is entered with, and what of it goes with the old password (MH7). */
export function KeptFactors({ factors, removed, onChange, readOnly }: KeptFactorsProps) {
  const { authenticators, are_removable } = factors;
  if (authenticators.length === 0) return null;
  return (
    <fieldset className="grid gap-3 border-t border-hair pt-4">
      <legend className="sr-only">{m.account_reset_factors_title()}</legend>
      <p aria-hidden="true" className="font-bold">
        {m.account_reset_factors_title()}
      </p>
      <p className="text-ink-soft">
        {are_removable ? m.account_reset_factors_text() : m.server_factors_of_staff_kept()}
      </p>
      <ul className="grid gap-3">
        {authenticators.map(({ id, kind, label, added_on, last_used_on }) => {
          const facts = [
            kind === 'passkey' ? m.account_passkey_name() : m.account_factor_app(),
            m.account_factor_since({ at: formatDate(added_on) }),
            ...(last_used_on ? [m.account_sessions_used({ at: formatDate(last_used_on) })] : []),
          ].join(' · ');
          return (
            <li key={id}>
              {are_removable ? (
                <CheckboxField
                  name={`remove-${id}`}
                  label={m.account_factor_remove_named({ label })}
                  note={facts}
                  checked={removed.includes(id)}
                  disabled={readOnly}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...removed, id] : removed.filter((one) => one !== id))
                  }
                />
              ) : (
                <>
                  <p className="font-bold wrap-anywhere">{label}</p>
                  <p className="figures text-sm text-ink-soft">{facts}</p>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
