import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { readSecondFactors } from '#modules/accounts/enrolment/enrolment.contract.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { FactorsCard } from './factors-card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** New recovery codes stand alone on the page, because families print the page. */
export function SecurityCards() {
  const [codes, setCodes] = useState<string[]>();
  const queryClient = useQueryClient();
  const leaveCodes = () => {
    setCodes(undefined);
    void queryClient.invalidateQueries({ queryKey: itemsKey(readSecondFactors) });
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={leaveCodes} />;
  return (
    <div className="grid gap-5">
      <FactorsCard onCodes={setCodes} />
      <SessionsCard />
    </div>
  );
}
