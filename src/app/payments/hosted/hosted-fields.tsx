import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useFormContext } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { company } from '#app/company/company.ts';
import { FormText } from '#app/forms/fields.tsx';
import { ClosedWays } from '#app/payments/closed-ways.tsx';
import { mayLoadProcessor } from '#app/payments/payment-link.tsx';
import { useOwnDocument } from '#app/shell/own-document.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { FieldError } from '#app/ui/fields/form-field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { useMethodEntry, type EnteredRef, type EntryProblem, type Holder } from './enter-method.ts';
import { whyNotEntered } from './why-not-entered.ts';
import { useFields, type FieldsKind, type FieldsState } from './use-fields.ts';
import { useWallets, type WalletCard } from './use-wallets.ts';
import { WalletButtons, WalletChosen } from './wallet-parts.tsx';

export type FieldsHandle = {
  enter(program_group_id: number | null, holder: Holder): Promise<EnteredRef | undefined>;
  close(): void;
};

export type HostedFieldsProps = {
  kind: FieldsKind;
  publishable_key: string;
  onFunding?: (funding: Funding | null) => void;
  /** for cards, on pages with the permission (`wallets` of the site map) */
  hasWallets?: boolean;
  ref: Ref<FieldsHandle>;
};

const HOLDERS = { card: m.contract_card_name, bank: m.contract_fields_holder };

const LABELS = { card: m.contract_fields_card, bank: m.contract_fields_bank };

const TEXTS = { card: m.contract_fields_card_failed, bank: m.contract_fields_bank_failed };

type FailedProps = { kind: FieldsKind; state: FieldsState; retry: () => void };

/** A script that did not come, and an error reported by the fields, have different ways out (MS11). */
function FailedFields({ kind, state, retry }: FailedProps) {
  const info = useItems(readServerInfo, {}).data?.[0];
  const ways = (
    <p className="mt-3 flex flex-wrap gap-3">
      <Button look="secondary" onClick={retry}>
        {m.shell_try_again()}
      </Button>
      <a className={buttonClass('quiet')} href={`tel:+1-${company.dispatch_phone}`}>
        <Icon name="phone" />
        <span>{m.contract_fields_call({ phone: company.dispatch_phone })}</span>
      </a>
    </p>
  );
  if (state === 'broken') {
    const others = (info?.closed_ways ?? []).filter((way) => way !== kind);
    return <ClosedWays closed={[kind, ...others]}>{ways}</ClosedWays>;
  }
  return (
    <Notice tone="warning" role="alert" title={m.contract_fields_failed_title()}>
      <p>{TEXTS[kind]()}</p>
      {ways}
    </Notice>
  );
}

/** The processor's own fields for one payment type; typed numbers never reach this page. */
export default function HostedFields(props: HostedFieldsProps) {
  if (useOwnDocument(mayLoadProcessor)) return <Fields {...props} />;
  return <Skeleton lines={6} label={m.contract_fields_loading()} className="min-h-56" />;
}

/** A card of a wallet has its holder; the name stays where the form wants it. */
function HolderName({ kind, isTold }: { kind: FieldsKind; isTold: boolean }) {
  const { errors } = useFormContext<{ name: string }>().formState;
  return (
    <div hidden={isTold && !errors.name}>
      <FormText
        name="name"
        label={HOLDERS[kind]()}
        required
        autoComplete={kind === 'card' ? 'cc-name' : 'name'}
      />
    </div>
  );
}

type Entry = ReturnType<typeof useMethodEntry>;

/** The chosen card of a wallet, whose kind sets the price in place of the kind of the typed card (MS12). */
function useChosenWallet({ onFunding }: HostedFieldsProps, entry: Entry) {
  const typed = useRef<Funding | null>(null);
  const [card, setCard] = useState<WalletCard | null>(null);
  function choose(chosen: WalletCard | null): void {
    setCard(chosen);
    entry.noteChange();
    onFunding?.(chosen?.funding ?? typed.current);
  }
  function tellTyped(funding: Funding | null): void {
    typed.current = funding;
    if (!card || funding === null) onFunding?.(funding);
  }
  return { card, choose, tellTyped };
}

function Fields(props: HostedFieldsProps) {
  const { kind, publishable_key, hasWallets = false, ref } = props;
  const { user } = useAuth();
  const [problem, setProblem] = useState<EntryProblem | null>(null);
  const entry = useMethodEntry({
    unconfirmed: m.contract_fields_unconfirmed(),
    failed: m.contract_fields_no_answer(),
  });
  const { card, choose, tellTyped } = useChosenWallet(props, entry);
  const wallets = useWallets({
    email: user?.email ?? '',
    onCard(released) {
      setProblem(null);
      choose(released);
    },
    onProblem: (text) => setProblem({ text, isShown: false }),
  });
  const { place, fields, state, retry } = useFields({
    kind,
    publishable_key,
    drawMore: hasWallets ? wallets.draw : undefined,
    onFunding: tellTyped,
    onChange() {
      entry.noteChange();
      setProblem(null);
    },
  });
  const isFailed = state === 'blocked' || state === 'broken';
  function tell(told: EntryProblem): void {
    setProblem(card ? { ...told, isShown: false } : told);
    // A token confirms once; only a lost answer leaves the token open.
    if (card && !told.isUnanswered) choose(null);
  }
  useImperativeHandle(ref, () => ({
    close() {
      entry.close();
      if (card) choose(null);
    },
    async enter(program_group_id, holder) {
      setProblem(null);
      const source = card ?? (state === 'ready' ? fields.current : null);
      if (!source) {
        if (state === 'loading') setProblem({ text: m.contract_fields_on_their_way(), isShown: false });
        return undefined;
      }
      try {
        const result = await entry.enter(source, { kind, program_group_id }, holder);
        if ('entry_id' in result) return result;
        tell(result.problem);
      } catch (error) {
        setProblem({ text: whyNotEntered(error), isShown: false });
      }
      return undefined;
    },
  }));
  return (
    <div className="grid gap-4">
      {hasWallets && <WalletButtons wallets={wallets} isHidden={card !== null} />}
      {card && <WalletChosen card={card} onAnother={() => choose(null)} />}
      <HolderName kind={kind} isTold={card !== null} />
      <div role="group" aria-label={LABELS[kind]()} aria-busy={state === 'loading'} hidden={card !== null}>
        {isFailed && <FailedFields kind={kind} state={state} retry={retry} />}
        <div className="grid" hidden={isFailed}>
          {state === 'loading' && (
            <Skeleton lines={6} label={m.contract_fields_loading()} className="col-start-1 row-start-1" />
          )}
          <div ref={place} className="col-start-1 row-start-1 min-h-56 min-w-0" />
        </div>
      </div>
      {/* The processor's fields show these errors; screen readers get a copy. */}
      <div className={problem?.isShown ? 'sr-only' : undefined}>
        <FieldError id={`fields-${kind}-error`}>{problem?.text}</FieldError>
      </div>
    </div>
  );
}
