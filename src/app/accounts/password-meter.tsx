import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import type { Strength } from '#modules/accounts/password-strength.ts';
import { brand } from '#app/company/brand.ts';
import { schools } from '#app/company/company.ts';
import { companyName } from '#app/shell/page-facts.ts';
import { classNames } from '#app/ui/class-names.ts';

const WAIT_MS = 200;

const looks: Record<Strength, { parts: number; color: string; text: () => string }> = {
  refused: { parts: 1, color: 'bg-red', text: m.account_strength_refused },
  weak: { parts: 2, color: 'bg-amber', text: m.account_strength_weak },
  fair: { parts: 3, color: 'bg-green', text: m.account_strength_fair },
  strong: { parts: 4, color: 'bg-green', text: m.account_strength_strong },
};

/** Measures what was typed once nobody types; the measure and its lists come with the first password. */
function useStrength(password: string, email: string): Strength | undefined {
  const [strength, setStrength] = useState<Strength>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      if (password === '') return setStrength(undefined);
      const { strengthOf } = await import('#modules/accounts/password-strength.ts');
      const names = [brand.name, companyName(), ...schools.flatMap(({ name, path }) => [name, path]), email];
      const measured = await strengthOf(password, names);
      if (isCurrent) setStrength(measured);
    }, WAIT_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, email]);
  return password === '' ? undefined : strength;
}

/** Says while a password is typed how hard it is to guess, by the measure of the server. */
export function PasswordMeter({ password, email }: { password: string; email: string }) {
  const strength = useStrength(password, email);
  const look = strength && looks[strength];
  return (
    // Its room is kept, a line of text, so that no button moves while somebody presses it.
    <div role="status" className="min-h-9">
      {look && (
        <>
          <div aria-hidden className="mb-1 grid grid-cols-4 gap-1">
            {[1, 2, 3, 4].map((part) => (
              <span
                key={part}
                className={classNames('h-1.5 rounded-md', part <= look.parts ? look.color : 'bg-track')}
              />
            ))}
          </div>
          <p className={classNames('text-sm', strength === 'refused' ? 'text-red' : 'text-ink-soft')}>
            {look.text()}
          </p>
        </>
      )}
    </div>
  );
}
