import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import { shareCard } from '#modules/billing/methods/change-methods.contract.ts';
import { listPaymentMethods, type PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { isExpired } from '#modules/billing/methods/offered-methods.ts';
import { callForOne } from '#app/api/client.ts';
import { useItems } from '#app/api/use-items.ts';
import { useAct } from '#app/forms/use-act.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { methodName } from './saved-methods.tsx';

type Here = { program_group_id: number; today: PlainDate };

/** Usable cards that are saved for another school. */
export const cardsElsewhere = (
  methods: readonly PaymentMethod[],
  { program_group_id, today }: Here,
): PaymentMethod[] =>
  methods.filter(
    (method) =>
      method.is_active &&
      method.state === 'ready' &&
      method.funding !== null &&
      method.program_group !== null &&
      method.program_group.id !== program_group_id &&
      !isExpired(method, today),
  );

type QuestionProps = { card: PaymentMethod; onShared: (id: number) => void; onClose: () => void };

function Question({ card, onShared, onClose }: QuestionProps) {
  const queries = useQueryClient();
  const { isBusy, problem, act } = useAct();
  const share = () =>
    act(async () => {
      const shared = await callForOne(shareCard, { body: { id: card.id } });
      await queries.invalidateQueries();
      onClose();
      onShared(shared.id);
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.contract_card_share_title({ card: methodName(card) })}
      description={m.contract_card_share_text({ school: card.program_group?.text ?? '' })}
      actions={
        <>
          <Button busy={isBusy} onClick={() => void share()}>
            {m.contract_card_share()}
          </Button>
          <Button look="secondary" disabled={isBusy} onClick={onClose}>
            {m.contract_cancel()}
          </Button>
        </>
      }
    >
      <ErrorNotice text={problem} />
    </Dialog>
  );
}

/** Offers cards of other schools here, after one question (MP10). */
export function OtherSchoolCards({ onShared, ...here }: Here & { onShared: (id: number) => void }) {
  const { isImpersonating, isAuthenticated } = useAuth();
  const methods = useItems(listPaymentMethods, {}, { enabled: isAuthenticated });
  const [asked, setAsked] = useState<PaymentMethod | null>(null);
  const cards = cardsElsewhere(methods.data ?? [], here);
  if (cards.length === 0 || isImpersonating) return null;
  return (
    <>
      <ul className="flex flex-wrap gap-3" aria-label={m.contract_cards_elsewhere()}>
        {cards.map((card) => (
          <li key={card.id}>
            <Button look="secondary" icon="card" onClick={() => setAsked(card)}>
              {m.contract_card_use_here({ card: methodName(card), school: card.program_group?.text ?? '' })}
            </Button>
          </li>
        ))}
      </ul>
      {asked && <Question card={asked} onShared={onShared} onClose={() => setAsked(null)} />}
    </>
  );
}
