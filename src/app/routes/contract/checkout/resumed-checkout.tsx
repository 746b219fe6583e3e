import { useEffect, useRef } from 'react';
import { m } from '#i18n/messages.js';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { hasPayment } from '#app/routes/contract/wizard/guards.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { WaitingDialog } from './checkout-dialogs.tsx';
import { isBlank } from './open-attempt.ts';
import { useResumedCheckout, type Resumed } from './use-resumed-checkout.ts';
import type { Elements } from '#app/ui/elements.ts';

const TITLES = {
  signed: m.contract_resumed_signed,
  declined: m.contract_resumed_declined,
  not_sent: m.contract_resumed_not_sent,
  unknown: m.contract_unconfirmed_pending,
};
const TONES = { signed: 'success', declined: 'danger', not_sent: 'warning', unknown: 'warning' } as const;

type Ended = Exclude<Resumed, { is: 'nothing' } | { is: 'asking' }>;

function Sentences({ resumed }: { resumed: Ended }) {
  const { draft } = useWizard();
  if (resumed.is === 'signed') return null;
  const again = isBlank(draft)
    ? m.contract_resumed_start_again()
    : hasPayment(draft)
      ? m.contract_resumed_still_here()
      : m.contract_resumed_type_again();
  if (resumed.is === 'not_sent') {
    return (
      <>
        <p>{m.contract_resumed_not_sent_text()}</p>
        <p>{again}</p>
      </>
    );
  }
  return (
    <>
      <p>
        {resumed.error instanceof ApiError
          ? sentencesOf(resumed.error).join(' ')
          : m.contract_resumed_no_answer()}
      </p>
      <p>
        {resumed.is === 'declined'
          ? `${m.contract_resumed_declined_text()} ${again}`
          : m.contract_resumed_looks_again()}
      </p>
    </>
  );
}

function Ending({ resumed }: { resumed: Ended }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [resumed.is]);
  return (
    <div ref={box} tabIndex={-1} className="mb-6">
      <Notice tone={TONES[resumed.is]} role="alert" title={TITLES[resumed.is]()}>
        <Sentences resumed={resumed} />
        {(resumed.is === 'unknown' || resumed.is === 'signed') && (
          <LinkButton look="secondary" size="small" className="mt-3" to="/dashboard/orders">
            {m.contract_success_orders()}
          </LinkButton>
        )}
      </Notice>
    </div>
  );
}

export function ResumedCheckout() {
  const { hasEnded } = useAuth();
  const { resumed, bankWindow } = useResumedCheckout();
  return (
    <>
      <WaitingDialog
        isOpen={resumed.is === 'asking' && !hasEnded && !bankWindow}
        title={m.contract_resumed_asking()}
        note={m.contract_resumed_asking_note()}
      />
      {bankWindow satisfies Elements}
      {resumed.is !== 'nothing' && resumed.is !== 'asking' && <Ending resumed={resumed} />}
    </>
  );
}
