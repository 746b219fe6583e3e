import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import type { ResetPasskeys } from '#modules/accounts/passwords/resets.contract.ts';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';

type Passkey = ResetPasskeys['passkeys'][number];

const factsOf = ({ added_on, last_used_on }: Passkey) =>
  [
    m.account_factor_since({ at: formatDate(added_on) }),
    ...(last_used_on ? [m.account_sessions_used({ at: formatDate(last_used_on) })] : []),
  ].join(' · ');

function KeptPasskey({ passkey }: { passkey: Passkey }) {
  return (
    <>
      <p className="font-bold wrap-anywhere">{passkey.label}</p>
      <p className="figures text-sm text-ink-soft">{factsOf(passkey)}</p>
    </>
  );
}

type KeptPasskeysProps = {
  found: ResetPasskeys;
  removed: readonly number[];
  onChange: (removed: number[]) => void;
  readOnly: boolean;
};

/** The passkeys of the account, each with a box to remove the passkey with the old password (MH7). */
export function KeptPasskeys({ found, removed, onChange, readOnly }: KeptPasskeysProps) {
  const { passkeys, are_removable } = found;
  if (passkeys.length === 0) return null;
  return (
    <fieldset className="grid gap-3 border-t border-hair pt-4">
      <legend className="sr-only">{m.account_reset_passkeys_title()}</legend>
      <p aria-hidden="true" className="font-bold">
        {m.account_reset_passkeys_title()}
      </p>
      <p className="text-ink-soft">
        {are_removable ? m.account_reset_passkeys_text() : m.server_passkeys_of_staff_kept()}
      </p>
      <ul className="grid gap-3">
        {passkeys.map((passkey) => {
          const { id, label } = passkey;
          return (
            <li key={id}>
              {are_removable ? (
                <CheckboxField
                  name={`remove-${id}`}
                  label={m.account_factor_remove_named({ label })}
                  note={factsOf(passkey)}
                  checked={removed.includes(id)}
                  disabled={readOnly}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...removed, id] : removed.filter((one) => one !== id))
                  }
                />
              ) : (
                <KeptPasskey passkey={passkey} />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
