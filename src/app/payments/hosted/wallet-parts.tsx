import { useEffect, useRef } from 'react';
import { m } from '#i18n/messages.js';
import { methodName } from '#app/payments/saved-methods.tsx';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { useWallets, WalletCard } from './use-wallets.ts';

type ButtonsProps = { wallets: ReturnType<typeof useWallets>; isHidden: boolean };

/** The place is drawn before the processor knows about wallets; without a wallet nothing is shown. */
export function WalletButtons({ wallets: { place, isOffered }, isHidden }: ButtonsProps) {
  const isShown = isOffered && !isHidden;
  return (
    <div className={isShown ? undefined : 'invisible -mb-4 h-0 overflow-hidden'}>
      <div role="group" aria-label={m.contract_wallets()} ref={place} className="min-w-0" />
      {isShown && <p className="mt-3 text-ink-soft">{m.contract_wallets_or()}</p>}
    </div>
  );
}

type ChosenProps = { card: WalletCard; onAnother: () => void };

/** Takes the focus from the button of the wallet, which is gone. */
export function WalletChosen({ card, onAnother }: ChosenProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-3">
      <Notice
        tone="success"
        role="status"
        title={m.contract_wallet_chosen({ wallet: card.wallet, card: methodName(card) })}
      >
        {m.contract_wallet_nothing_charged()}
      </Notice>
      <Button look="secondary" className="justify-self-start" icon="plus" onClick={onAnother}>
        {m.contract_fields_another_card()}
      </Button>
    </div>
  );
}
