import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import type { Strength } from '#modules/accounts/password-strength.ts';
import { brand } from '#app/company/brand.ts';
import { allSchools } from '#app/company/schools.ts';
import { latePart, MissingPart, useLatePart } from '#app/shell/late-part.tsx';
import { companyName } from '#app/shell/page-facts.ts';
import { classNames } from '#app/ui/class-names.ts';

const WAIT_MS = 200;

const looks: Record<Strength, { parts: number; color: string; text: () => string }> = {
  refused: { parts: 1, color: 'bg-red', text: m.account_strength_refused },
  weak: { parts: 2, color: 'bg-amber', text: m.account_strength_weak },
  fair: { parts: 3, color: 'bg-green', text: m.account_strength_fair },
  strong: { parts: 4, color: 'bg-green', text: m.account_strength_strong },
};

const measure = latePart(async () => {
  const { strengthOf } = await import('#modules/accounts/password-strength.ts');
  // A first call loads the word lists, the largest part of the measure.
  await strengthOf('any', []);
  return strengthOf;
});

function useStrength(password: string, email: string, strengthOf = measure.here): Strength | undefined {
  const [strength, setStrength] = useState<Strength>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      if (password === '' || !strengthOf) return setStrength(undefined);
      const names = [
        brand.name,
        companyName(),
        ...allSchools.flatMap(({ name, path }) => [name, path]),
        email,
      ];
      const measured = await strengthOf(password, names);
      if (isCurrent) setStrength(measured);
    }, WAIT_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, email, strengthOf]);
  return password === '' ? undefined : strength;
}

export function PasswordMeter({ password, email }: { password: string; email: string }) {
  const { here, failure, load } = useLatePart(measure, password !== '');
  const strength = useStrength(password, email, here);
  const look = strength && looks[strength];
  if (failure) return <MissingPart failure={failure} load={load} />;
  return (
    // The line is reserved, so no button moves under a finger.
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
